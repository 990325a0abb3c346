// Runs the text of CUDA programs on the host: one thread for each of a block's, one block after
// another. Compile with -std=c++20 -ffp-contract=off -frounding-math.

#include <atomic>
#include <barrier>
#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#define __global__
#define __device__
#define __forceinline__ inline
#define __noinline__ [[gnu::noinline]]
#define __shared__ static
#define __align__(bytes) alignas(bytes)
#define __launch_bounds__(...)

struct Place { unsigned x, y; };
static thread_local Place threadIdx, blockIdx;
static Place gridDim;
static Place blockDim{1, 1};
static std::barrier<>* block_barrier;
inline void __syncthreads() { block_barrier->arrive_and_wait(); }

inline int __float_as_int(float word) { int bits; std::memcpy(&bits, &word, 4); return bits; }
inline long long __double_as_longlong(double word) { long long bits; std::memcpy(&bits, &word, 8); return bits; }
inline unsigned __float_as_uint(float word) { return std::bit_cast<unsigned>(word); }
inline float __uint_as_float(unsigned bits) { return std::bit_cast<float>(bits); }
inline int __double2loint(double word) { return (int)std::bit_cast<unsigned long long>(word); }
inline int __double2hiint(double word) { return (int)(std::bit_cast<unsigned long long>(word) >> 32); }
inline double __hiloint2double(int high, int low) { return std::bit_cast<double>((unsigned long long)(unsigned)high << 32 | (unsigned)low); }
inline unsigned __umulhi(unsigned a, unsigned b) { return (unsigned long long)a * b >> 32; }
inline int __dp4a(int a, int b, int sum)
{
    unsigned result = sum;
    for (int place = 0; place < 32; place += 8) result += (unsigned)((signed char)(a >> place) * (signed char)(b >> place));
    return (int)result;
}
inline unsigned atomicAdd(unsigned* at, unsigned value) { return std::atomic_ref<unsigned>(*at).fetch_add(value); }
inline int __clz(int bits) { return std::countl_zero((unsigned)bits); }
inline int __clzll(long long bits) { return std::countl_zero((unsigned long long)bits); }
inline float __int_as_float(int bits) { float word; std::memcpy(&word, &bits, 4); return word; }
inline double __longlong_as_double(long long bits) { double word; std::memcpy(&word, &bits, 8); return word; }

// The operands are volatile, so that the operation is neither done at compile time nor moved.
template <class Operation, class... Words>
inline auto rounded(int direction, Operation operation, Words... words)
{
    const int before = std::fegetround();
    std::fesetround(direction);
    std::tuple<volatile Words...> operands(words...);
    volatile auto result = std::apply([&](auto&... word) { return operation(Words(word)...); }, operands);
    std::fesetround(before);
    return std::tuple_element_t<0, std::tuple<Words...>>(result);
}

#define OPERATIONS(T, letter, fused, suffix, direction)                                                                         \
    inline T __##letter##add_##suffix(T a, T b) { return rounded(direction, [](T x, T y) { return x + y; }, a, b); }            \
    inline T __##letter##sub_##suffix(T a, T b) { return rounded(direction, [](T x, T y) { return x - y; }, a, b); }            \
    inline T __##letter##mul_##suffix(T a, T b) { return rounded(direction, [](T x, T y) { return x * y; }, a, b); }            \
    inline T __##letter##div_##suffix(T a, T b) { return rounded(direction, [](T x, T y) { return x / y; }, a, b); }            \
    inline T __##letter##sqrt_##suffix(T a) { return rounded(direction, [](T x) { return std::sqrt(x); }, a); }                 \
    inline T __##fused##_##suffix(T a, T b, T c) { return rounded(direction, [](T x, T y, T z) { return std::fma(x, y, z); }, a, b, c); }

#define OPERATIONS_TO_NEAREST(T, letter, fused)                                   \
    inline T __##letter##add_rn(T a, T b) { return a + b; }                       \
    inline T __##letter##sub_rn(T a, T b) { return a - b; }                       \
    inline T __##letter##mul_rn(T a, T b) { return a * b; }                       \
    inline T __##letter##div_rn(T a, T b) { return a / b; }                       \
    inline T __##letter##rcp_rn(T a) { return 1 / a; }                            \
    inline T __##letter##sqrt_rn(T a) { return std::sqrt(a); }                    \
    inline T __##fused##_rn(T a, T b, T c) { return std::fma(a, b, c); }

OPERATIONS_TO_NEAREST(float, f, fmaf)
OPERATIONS_TO_NEAREST(double, d, fma)
OPERATIONS(float, f, fmaf, rz, FE_TOWARDZERO)
OPERATIONS(float, f, fmaf, ru, FE_UPWARD)
OPERATIONS(float, f, fmaf, rd, FE_DOWNWARD)
OPERATIONS(double, d, fma, rz, FE_TOWARDZERO)
OPERATIONS(double, d, fma, ru, FE_UPWARD)
OPERATIONS(double, d, fma, rd, FE_DOWNWARD)

// Calls a kernel with its buffers and its arguments.
template <class... Parameters>
void call(void (*kernel)(Parameters...), const std::vector<char*>& buffers, const unsigned* arguments)
{
    using All = std::tuple<std::decay_t<Parameters>...>;
    constexpr size_t last = sizeof...(Parameters) - 1;
    std::tuple_element_t<last, All> copied;
    std::memcpy(&copied, arguments, sizeof copied);
    [&]<size_t... i>(std::index_sequence<i...>) {
        kernel((std::tuple_element_t<i, All>)buffers[i]..., copied);
    }(std::make_index_sequence<last>{});
}

struct Program {
    void (*run)(const std::vector<char*>&, const unsigned*);
    bool cooperative;
    unsigned threads;
};
extern const Program programs[];

// Runs every block on the calling thread's part of it.
static void thread(const Program& program, unsigned begin, unsigned end,
                   const std::vector<char*>& buffers, const unsigned* arguments)
{
    for (unsigned y = 0; y < gridDim.y; ++y) {
        for (unsigned x = 0; x < gridDim.x; ++x) {
            blockIdx = {x, y};
            for (unsigned t = begin; t < end; ++t) {
                threadIdx = {t, 0};
                program.run(buffers, arguments);
            }
            if (program.cooperative) __syncthreads();
        }
    }
}

// Reads lines `program blocks_x blocks_y argument0 … argument7 buffers file…`; the last file is
// written back. Files are read whole.
int main()
{
    unsigned number, count, arguments[8];
    while (std::scanf("%u %u %u", &number, &gridDim.x, &gridDim.y) == 3) {
        for (unsigned& argument : arguments) if (std::scanf("%u", &argument) != 1) return 1;
        if (std::scanf("%u", &count) != 1) return 1;
        std::vector<std::string> contents;
        std::vector<char*> buffers;
        std::string last;
        for (unsigned i = 0; i < count; ++i) {
            char name[4096];
            if (std::scanf("%4095s", name) != 1) return 1;
            last = name;
            std::ifstream file(name, std::ios::binary);
            if (!file) return 1;
            contents.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
        }
        for (std::string& content : contents) {
            char* aligned = (char*)std::aligned_alloc(64, (content.size() + 127) / 64 * 64);
            std::memcpy(aligned, content.data(), content.size());
            buffers.push_back(aligned);
        }
        const Program& program = programs[number];
        blockDim = {program.threads, 1};
        if (program.cooperative) {
            std::barrier<> barrier(program.threads);
            block_barrier = &barrier;
            std::vector<std::thread> threads;
            for (unsigned t = 0; t < program.threads; ++t)
                threads.emplace_back(thread, program, t, t + 1, buffers, arguments);
            for (std::thread& each : threads) each.join();
        } else {
            thread(program, 0, program.threads, buffers, arguments);
        }
        std::ofstream(last, std::ios::binary).write(buffers.back(), contents.back().size());
        for (char* buffer : buffers) std::free(buffer);
    }
}
