// Stands in for libcuda, libnvrtc and libcublas where there is no device: host memory, contexts
// that can be lost, and a kernel that writes down how it was launched. It refuses what the real
// driver refuses: calls without a context, pointers of another context, allocations of nothing.

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <vector>

typedef int Result;
enum : Result {
    SUCCESS = 0,
    INVALID_VALUE = 1,
    OUT_OF_MEMORY = 2,
    INVALID_DEVICE = 101,
    INVALID_IMAGE = 200,
    INVALID_CONTEXT = 201,
    NOT_FOUND = 500,
    ILLEGAL_ADDRESS = 700,
    CONTEXT_IS_DESTROYED = 709,
    SYSTEM_DRIVER_MISMATCH = 803,
};

const size_t MEMORY = size_t(1) << 28;
const uint32_t CRASH = 0xdead;
const int DEVICES = 2;

struct Context {
    int device;
    bool destroyed = false;
    Result lost = SUCCESS;
    // What a launch went wrong with is told by a later call, as by the real driver.
    Result pending = SUCCESS;
    std::map<uint64_t, size_t> memory;
    double milliseconds = 0;
};
struct Module {
    unsigned inputs;
};
struct Event {
    double milliseconds;
};
struct Program {
    std::string source, image, log;
};

static std::recursive_mutex lock;
// What every new context is refused with, as by the real driver after a kernel went wrong.
static Result broken = SUCCESS;
static std::atomic<int> live_contexts, live_memory, live_modules, live_events;
// The current context is the last.
static thread_local std::vector<Context*> stack;

#define ENTER                                                   \
    std::lock_guard<std::recursive_mutex> guard(lock);          \
    if (stack.empty()) return INVALID_CONTEXT;                  \
    Context* const current = stack.back();                      \
    if (current->destroyed) return CONTEXT_IS_DESTROYED;        \
    if (current->lost) return current->lost;

// Bytes from this address to the end of its allocation in the current context.
static size_t room(uint64_t pointer) {
    Context* const current = stack.back();
    auto after = current->memory.upper_bound(pointer);
    if (after == current->memory.begin()) return 0;
    --after;
    uint64_t end = after->first + after->second;
    return pointer < end ? end - pointer : 0;
}

static unsigned occurrences(const char* text, const char* word, char end) {
    unsigned count = 0;
    for (; *text && *text != end; text++) count += strncmp(text, word, strlen(word)) == 0;
    return count;
}

static Result finish() {
    Context* const current = stack.back();
    current->lost = current->pending;
    return current->lost;
}

extern "C" {

void stand_in_break(Result code) { broken = code; }
int stand_in_depth() { return int(stack.size()); }
int stand_in_live() { return live_contexts + live_memory + live_modules + live_events; }

// Does not begin to work before it was asked as often as this says.
Result cuInit(unsigned) {
    static int asked = 0;
    const char* failures = getenv("STAND_IN_FAILURES");
    return failures && asked++ < atoi(failures) ? SYSTEM_DRIVER_MISMATCH : SUCCESS;
}
Result cuDriverGetVersion(int* version) { *version = 13000; return SUCCESS; }
Result cuDeviceGetCount(int* count) { *count = DEVICES; return SUCCESS; }
Result cuDeviceGet(int* device, int ordinal) {
    *device = ordinal;
    return ordinal < DEVICES ? SUCCESS : INVALID_DEVICE;
}
Result cuDeviceGetName(char* name, int length, int) {
    strncpy(name, "stand-in", length);
    return SUCCESS;
}
Result cuDeviceGetAttribute(int* value, int attribute, int device) {
    switch (attribute) {
    case 13: *value = 1980000; break;
    case 16: *value = 132; break;
    case 75: *value = device == 0 ? 9 : 12; break;
    case 76: case 115: *value = 0; break;
    default: return INVALID_VALUE;
    }
    return SUCCESS;
}

Result cuCtxCreate_v2(Context** context, unsigned, int device) {
    if (broken) return broken;
    stack.push_back(*context = new Context{device});
    live_contexts++;
    return SUCCESS;
}
Result cuCtxDestroy_v2(Context* context) {
    std::lock_guard<std::recursive_mutex> guard(lock);
    for (auto& [pointer, size] : context->memory) {
        free(reinterpret_cast<void*>(pointer));
        live_memory--;
    }
    context->memory.clear();
    context->destroyed = true;
    live_contexts--;
    if (!stack.empty() && stack.back() == context) stack.pop_back();
    return SUCCESS;
}
Result cuCtxPushCurrent_v2(Context* context) {
    if (!context) return INVALID_CONTEXT;
    stack.push_back(context);
    return SUCCESS;
}
Result cuCtxPopCurrent_v2(Context** context) {
    if (stack.empty()) return INVALID_CONTEXT;
    *context = stack.back();
    stack.pop_back();
    return SUCCESS;
}
Result cuCtxSetCurrent(Context* context) {
    if (!stack.empty()) stack.pop_back();
    if (context) stack.push_back(context);
    return SUCCESS;
}
Result cuCtxGetCurrent(Context** context) {
    *context = stack.empty() ? nullptr : stack.back();
    return SUCCESS;
}
Result cuStreamSynchronize(void*) { ENTER return finish(); }

Result cuMemAlloc_v2(uint64_t* pointer, size_t size) {
    ENTER
    if (size == 0) return INVALID_VALUE;
    if (size > MEMORY) return OUT_OF_MEMORY;
    *pointer = reinterpret_cast<uint64_t>(malloc(size));
    current->memory[*pointer] = size;
    live_memory++;
    return SUCCESS;
}
Result cuMemFree_v2(uint64_t pointer) {
    ENTER
    if (!current->memory.erase(pointer)) return INVALID_VALUE;
    free(reinterpret_cast<void*>(pointer));
    live_memory--;
    return SUCCESS;
}
Result cuMemsetD32_v2(uint64_t pointer, uint32_t value, size_t count) {
    ENTER
    if (room(pointer) < 4 * count) return INVALID_VALUE;
    for (size_t i = 0; i < count; i++) reinterpret_cast<uint32_t*>(pointer)[i] = value;
    return SUCCESS;
}
Result cuMemcpyHtoD_v2(uint64_t to, const void* from, size_t size) {
    ENTER
    if (finish()) return current->lost;
    if (room(to) < size) return INVALID_VALUE;
    memcpy(reinterpret_cast<void*>(to), from, size);
    current->milliseconds += 10;
    return SUCCESS;
}
Result cuMemcpyDtoH_v2(void* to, uint64_t from, size_t size) {
    ENTER
    if (finish()) return current->lost;
    if (room(from) < size) return INVALID_VALUE;
    memcpy(to, reinterpret_cast<void*>(from), size);
    current->milliseconds += 10;
    return SUCCESS;
}
Result cuMemcpyDtoDAsync_v2(uint64_t to, uint64_t from, size_t size, void*) {
    ENTER
    if (room(from) < size || room(to) < size) return INVALID_VALUE;
    memcpy(reinterpret_cast<void*>(to), reinterpret_cast<void*>(from), size);
    current->milliseconds += 3;
    return SUCCESS;
}

Result cuModuleLoadData(Module** module, const void* image) {
    ENTER
    const char* text = static_cast<const char*>(image);
    // Old PTX is taken by every driver; what was compiled beforehand is real, and its pointers are
    // the inputs and the output.
    const char* old = ".version 6.3\n";
    if (strncmp(text, old, strlen(old)) == 0) {
        const char* own = strstr(text, "#define INPUTS");
        unsigned inputs = own ? occurrences(own, "* ", '\n')
                              : occurrences(text, ".param .u64 kernel_param_", ')') - 1;
        *module = new Module{inputs};
        live_modules++;
        return SUCCESS;
    }
    if (const char* refusal = getenv("STAND_IN_REFUSAL")) return atoi(refusal);
    // Machine code of the stand-in's compiler is for device 0, its PTX for device 1.
    const char* expected = current->device == 0 ? "cubin:sm_90:" : "ptx:compute_100:";
    if (strncmp(text, expected, strlen(expected)) != 0) return INVALID_IMAGE;
    const char* inputs = strstr(text, "#define INPUTS");
    *module = new Module{inputs ? occurrences(inputs, "* ", '\n') : 0};
    live_modules++;
    return SUCCESS;
}
Result cuModuleUnload(Module* module) {
    if (stack.empty()) return INVALID_CONTEXT;
    delete module;
    live_modules--;
    return SUCCESS;
}
Result cuModuleGetFunction(Module** function, Module* module, const char* name) {
    ENTER
    *function = module;
    return strcmp(name, "kernel") == 0 ? SUCCESS : NOT_FOUND;
}
Result cuFuncGetAttribute(int* value, int attribute, Module* kernel) {
    ENTER
    const int REGISTERS = 4;
    if (attribute != REGISTERS) return INVALID_VALUE;
    *value = 16 + int(kernel->inputs);
    return SUCCESS;
}
Result cuLaunchKernel(Module* kernel, unsigned x, unsigned y, unsigned z, unsigned threads,
                      unsigned threads_y, unsigned threads_z, unsigned shared, void*,
                      void** parameters, void**) {
    ENTER
    if (x == 0 || y == 0 || z != 1 || threads_y != 1 || threads_z != 1) return INVALID_VALUE;
    const uint32_t* arguments = static_cast<uint32_t*>(parameters[kernel->inputs + 1]);
    if (arguments[0] == CRASH) {
        current->pending = ILLEGAL_ADDRESS;
        return SUCCESS;
    }
    uint64_t to = *static_cast<uint64_t*>(parameters[kernel->inputs]);
    if (room(to) < 4 * (12 + kernel->inputs)) return INVALID_VALUE;
    uint32_t* out = reinterpret_cast<uint32_t*>(to);
    uint32_t shape[] = {x, y, threads, shared};
    memcpy(out, shape, sizeof shape);
    memcpy(out + 4, arguments, 32);
    for (unsigned input = 0; input < kernel->inputs; input++) {
        uint64_t from = *static_cast<uint64_t*>(parameters[input]);
        if (room(from) < 4) return INVALID_VALUE;
        out[12 + input] = *reinterpret_cast<uint32_t*>(from);
    }
    current->milliseconds += 1;
    return SUCCESS;
}

Result cuEventCreate(Event** event, unsigned) {
    ENTER
    *event = new Event{};
    live_events++;
    return SUCCESS;
}
Result cuEventDestroy_v2(Event* event) {
    if (stack.empty()) return INVALID_CONTEXT;
    delete event;
    live_events--;
    return SUCCESS;
}
Result cuEventRecord(Event* event, void*) {
    ENTER
    event->milliseconds = current->milliseconds;
    return SUCCESS;
}
Result cuEventSynchronize(Event*) { ENTER return finish(); }
Result cuEventElapsedTime(float* milliseconds, Event* begin, Event* end) {
    ENTER
    *milliseconds = float(end->milliseconds - begin->milliseconds);
    return SUCCESS;
}

Result nvmlInitWithFlags(unsigned flags) { return flags == 3 ? SUCCESS : INVALID_VALUE; }
Result nvmlSystemGetDriverVersion(char* version, unsigned length) {
    strncpy(version, "580.65.06", length);
    return SUCCESS;
}
Result nvmlShutdown() { return SUCCESS; }

Result nvrtcVersion(int* major, int* minor) { *major = 13; *minor = 0; return 0; }
Result nvrtcGetNumSupportedArchs(int* count) { *count = 3; return 0; }
Result nvrtcGetSupportedArchs(int* list) {
    const int known[] = {75, 90, 100};
    memcpy(list, known, sizeof known);
    return 0;
}
Result nvrtcCreateProgram(Program** program, const char* source, const char*, int,
                          const char* const*, const char* const*) {
    *program = new Program{source, "", ""};
    return 0;
}
Result nvrtcDestroyProgram(Program** program) { delete *program; return 0; }
Result nvrtcCompileProgram(Program* program, int count, const char* const* options) {
    std::string architecture;
    bool cached = !program->source.empty();
    for (int i = 0; i < count; i++) {
        if (!strcmp(options[i], "--no-cache")) cached = false;
        if (!strcmp(options[i], "--use_fast_math")) {
            program->log = "floatfloat.cu(1): the stand-in knows no fast math\n";
            return 6;
        }
        if (!strncmp(options[i], "--gpu-architecture=", 19)) architecture = options[i] + 19;
    }
    if (cached) {
        program->log = "the stand-in gives what it made of this text with other options\n";
        return 6;
    }
    const char* kind = architecture.rfind("sm_", 0) == 0 ? "cubin:" : "ptx:";
    program->image = kind + architecture + ":" + program->source;
    // PTX of the old form is as the real one's, so that it can be told from what came later.
    if (architecture == "compute_75")
        program->image = ".version 9.0\n// Compiler Build ID: CL-7\n" + program->source;
    return 0;
}
Result nvrtcGetProgramLogSize(Program* program, size_t* size) {
    *size = program->log.size() + 1;
    return 0;
}
Result nvrtcGetProgramLog(Program* program, char* log) { strcpy(log, program->log.c_str()); return 0; }
static Result image_size(Program* program, size_t* size, const char* kind) {
    *size = program->image.size() + 1;
    bool machine = program->image.rfind("cubin:", 0) == 0;
    return machine == !strcmp(kind, "cubin:") ? 0 : 4;
}
Result nvrtcGetCUBINSize(Program* program, size_t* size) { return image_size(program, size, "cubin:"); }
Result nvrtcGetPTXSize(Program* program, size_t* size) { return image_size(program, size, "ptx:"); }
Result nvrtcGetCUBIN(Program* program, char* image) { strcpy(image, program->image.c_str()); return 0; }
Result nvrtcGetPTX(Program* program, char* image) { strcpy(image, program->image.c_str()); return 0; }

Result cublasCreate_v2(void** handle) { ENTER *handle = current; return 0; }
Result cublasDestroy_v2(void*) { return 0; }
// Column-major, as the real one, and only for matrices that are not transposed.
Result cublasDgemm_v2(void*, int transpose_a, int transpose_b, int m, int n, int k,
                      const double* alpha, const double* a, int lda, const double* b, int ldb,
                      const double* beta, double* c, int ldc) {
    if (transpose_a || transpose_b) return 7;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int l = 0; l < k; l++) sum += a[i + l * lda] * b[l + j * ldb];
            c[i + j * ldc] = *alpha * sum + (*beta == 0 ? 0 : *beta * c[i + j * ldc]);
        }
    return 0;
}
}
