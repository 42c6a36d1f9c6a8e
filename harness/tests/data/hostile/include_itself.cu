// Includes itself, without end.
#include __FILE__
