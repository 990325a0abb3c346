//! Networks of error-free transforms, as in their papers.
//!
//! A network is a list of gates on numbered wires, an array of words. Each gate replaces the words on its
//! wires:
//!
//! | gate | words | flops |
//! |---|---|---|
//! | `T a b` | a, b := 2Sum of a and b | 6 |
//! | `F a b` | a, b := Fast2Sum of a and b | 3 |
//! | `A a b` | a := RN(a + b); b is not used any more | 1 |
//! | `P i j a b` | a, b := 2Prod of xᵢ and yⱼ | 2, or 17 without a fused multiply-add |
//! | `M i j a` | a := RN(xᵢ · yⱼ) | 1 |

/// Runs gates on an array of wires; those of products need the factors.
macro_rules! gates {
    ($wires:ident: $($gate:ident $a:literal $b:literal),* $(,)?) => {
        $(gates!(@$gate $wires $a $b);)*
    };
    ($wires:ident of $x:ident $y:ident:
        $($gate:ident $i:literal $j:literal $a:literal $($b:literal)?),* $(,)?) => {
        $(gates!(@$gate $wires $x $y $i $j $a $($b)?);)*
    };
    (@T $wires:ident $a:literal $b:literal) => {
        ($wires[$a], $wires[$b]) = $crate::eft::two_sum($wires[$a], $wires[$b])
    };
    (@F $wires:ident $a:literal $b:literal) => {
        ($wires[$a], $wires[$b]) = $crate::eft::fast_two_sum($wires[$a], $wires[$b])
    };
    (@A $wires:ident $a:literal $b:literal) => {
        $wires[$a] = $wires[$a] + $wires[$b]
    };
    (@P $wires:ident $x:ident $y:ident $i:literal $j:literal $a:literal $b:literal) => {
        ($wires[$a], $wires[$b]) = $crate::eft::two_prod($x[$i], $y[$j])
    };
    (@M $wires:ident $x:ident $y:ident $i:literal $j:literal $a:literal) => {
        $wires[$a] = $x[$i] * $y[$j]
    };
}
pub(super) use gates;
