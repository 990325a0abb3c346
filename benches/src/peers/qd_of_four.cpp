// Loops over arrays of libqd's numbers of four words, compiled once for each configuration of its headers.
#include <qd/qd_real.h>

#define LOOP(name, value)                                                                       \
    extern "C" void PREFIX(four_##name)(const qd_real *x, const qd_real *y, qd_real *out, size_t n) { \
        (void)y;                                                                                \
        for (size_t i = 0; i < n; i++) out[i] = value;                                          \
    }

LOOP(add, qd_real::ieee_add(x[i], y[i]))
LOOP(add_sloppy, qd_real::sloppy_add(x[i], y[i]))
LOOP(mul, qd_real::accurate_mul(x[i], y[i]))
LOOP(mul_sloppy, qd_real::sloppy_mul(x[i], y[i]))
LOOP(div, qd_real::accurate_div(x[i], y[i]))
LOOP(div_sloppy, qd_real::sloppy_div(x[i], y[i]))
LOOP(sqrt, sqrt(x[i]))

extern "C" void PREFIX(four_dot)(const qd_real *x, const qd_real *y, qd_real *out, size_t n) {
    qd_real sum = 0.0;
    for (size_t i = 0; i < n; i++) sum += x[i] * y[i];
    *out = sum;
}

// In the order in which memory is read and written row by row.
extern "C" void PREFIX(four_gemm)(const qd_real *a, const qd_real *b, qd_real *c, size_t n) {
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) c[i * n + j] = 0.0;
        for (size_t k = 0; k < n; k++) {
            const qd_real factor = a[i * n + k];
            for (size_t j = 0; j < n; j++) c[i * n + j] += factor * b[k * n + j];
        }
    }
}
