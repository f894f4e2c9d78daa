#include <adwaita.h>
#include <glib-unix.h>
#include <libintl.h>
