//! Compiles the loops around libqd, once as Debian configures it and once with its fused
//! multiply-subtract switched on.

fn main() {
    #[cfg(feature = "libqd")]
    for (name, fused) in [("qd_plain", false), ("qd_fused", true)] {
        let mut build = cc::Build::new();
        build
            .cpp(true)
            .opt_level(3)
            .flag("-ffp-contract=off")
            .file("src/qd.cpp")
            .file("src/peers/qd.cpp")
            .file("src/peers/qd_of_four.cpp");
        build.define("PREFIX(f)", format!("{name}_##f").as_str());
        if fused {
            build.flag("-mfma").define("QD_FMS(a,b,c)", "__builtin_fma(a, b, -(c))");
        }
        build.compile(name);
    }
    #[cfg(feature = "libqd")]
    println!("cargo:rustc-link-lib=qd");
    println!("cargo:rerun-if-changed=src/qd.cpp");
    println!("cargo:rerun-if-changed=src/peers/qd.cpp");
    println!("cargo:rerun-if-changed=src/peers/qd_of_four.cpp");
}
