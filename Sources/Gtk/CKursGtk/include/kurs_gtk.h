#ifndef KURS_GTK_H
#define KURS_GTK_H
#include <adwaita.h>
const char *kurs_version(void);
#endif
