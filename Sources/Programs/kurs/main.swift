print("kurs")
