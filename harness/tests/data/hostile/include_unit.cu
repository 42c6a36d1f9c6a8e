// Includes whatever includes it.
#include __BASE_FILE__
