// Loops over arrays of libqd's double-double, compiled once for each configuration of its headers.
#include <qd/dd_real.h>

#define LOOP(name, value)                                                                       \
    extern "C" void PREFIX(array_##name)(const dd_real *x, const dd_real *y, dd_real *out, size_t n) { \
        for (size_t i = 0; i < n; i++) out[i] = value;                                          \
    }

LOOP(add, dd_real::ieee_add(x[i], y[i]))
LOOP(add_sloppy, dd_real::sloppy_add(x[i], y[i]))
LOOP(mul, x[i] * y[i])
LOOP(div, x[i] / y[i])

extern "C" void PREFIX(array_sqrt)(const dd_real *x, const dd_real *, dd_real *out, size_t n) {
    for (size_t i = 0; i < n; i++) out[i] = sqrt(x[i]);
}

extern "C" void PREFIX(array_axpy)(const dd_real *x, const dd_real *y, dd_real *out, size_t n) {
    const dd_real factor = dd_real(1.0) / 3.0;
    for (size_t i = 0; i < n; i++) out[i] = x[i] + factor * y[i];
}
