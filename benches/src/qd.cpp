// Dependent loops over libqd's double-double, compiled once for each configuration of its headers.
#include <qd/dd_real.h>

struct Pair { double high, low; };

extern "C" Pair PREFIX(add)(Pair start, Pair step, size_t n) {
    dd_real s(start.high, start.low), y(step.high, step.low);
    for (size_t i = 0; i < n; i++) s = dd_real::ieee_add(s, y);
    return { s.x[0], s.x[1] };
}

extern "C" Pair PREFIX(add_sloppy)(Pair start, Pair step, size_t n) {
    dd_real s(start.high, start.low), y(step.high, step.low);
    for (size_t i = 0; i < n; i++) s = dd_real::sloppy_add(s, y);
    return { s.x[0], s.x[1] };
}

extern "C" Pair PREFIX(mul)(Pair start, Pair step, size_t n) {
    dd_real s(start.high, start.low), y(step.high, step.low);
    for (size_t i = 0; i < n; i++) s = s * y;
    return { s.x[0], s.x[1] };
}

extern "C" Pair PREFIX(div)(Pair start, Pair step, size_t n) {
    dd_real s(start.high, start.low), y(step.high, step.low);
    for (size_t i = 0; i < n; i++) s = s / y;
    return { s.x[0], s.x[1] };
}
