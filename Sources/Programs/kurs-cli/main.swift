print("kurs-cli")
