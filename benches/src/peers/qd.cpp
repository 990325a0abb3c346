// Loops over arrays of libqd's double-double, compiled once for each configuration of its headers.
#include <qd/dd_real.h>

#define LOOP(name, value)                                                                       \
    extern "C" void PREFIX(array_##name)(const dd_real *x, const dd_real *y, dd_real *out, size_t n) { \
        (void)y;                                                                                \
        for (size_t i = 0; i < n; i++) out[i] = value;                                          \
    }

LOOP(add, dd_real::ieee_add(x[i], y[i]))
LOOP(add_sloppy, dd_real::sloppy_add(x[i], y[i]))
LOOP(mul, x[i] * y[i])
LOOP(div, x[i] / y[i])
LOOP(exp, exp(x[i]))
LOOP(ln, log(x[i]))
LOOP(sin, sin(x[i]))
LOOP(cos, cos(x[i]))
LOOP(atan2, atan2(x[i], y[i]))
LOOP(powf, pow(x[i], y[i]))

extern "C" void PREFIX(array_sqrt)(const dd_real *x, const dd_real *, dd_real *out, size_t n) {
    for (size_t i = 0; i < n; i++) out[i] = sqrt(x[i]);
}

extern "C" void PREFIX(array_axpy)(const dd_real *x, const dd_real *y, dd_real *out, size_t n) {
    const dd_real factor = dd_real(1.0) / 3.0;
    for (size_t i = 0; i < n; i++) out[i] = x[i] + factor * y[i];
}

extern "C" void PREFIX(array_sum)(const dd_real *x, const dd_real *, dd_real *out, size_t n) {
    dd_real sum = 0.0;
    for (size_t i = 0; i < n; i++) sum += x[i];
    *out = sum;
}

extern "C" void PREFIX(array_dot)(const dd_real *x, const dd_real *y, dd_real *out, size_t n) {
    dd_real sum = 0.0;
    for (size_t i = 0; i < n; i++) sum += x[i] * y[i];
    *out = sum;
}

// In the order in which memory is read and written row by row.
extern "C" void PREFIX(array_gemm)(const dd_real *a, const dd_real *b, dd_real *c, size_t n) {
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) c[i * n + j] = 0.0;
        for (size_t k = 0; k < n; k++) {
            const dd_real factor = a[i * n + k];
            for (size_t j = 0; j < n; j++) c[i * n + j] += factor * b[k * n + j];
        }
    }
}
