// Puts an error into another file, with a name that a terminal would act on.
#line 7 "/etc/shadow\033[2J\n/etc/shadow(1): error: root:x"
__global__ void k(int* p) { *p = oops; }
