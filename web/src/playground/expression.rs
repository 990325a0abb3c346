//! Expressions as people write them.

use super::numbers::{Number, nearest};

/// Nested parentheses, signs and powers at most, so that nothing runs out of stack.
const DEEPEST: usize = 64;

/// Characters at most.
const LONGEST: usize = 400;

/// Highest exponent of a power.
const HIGHEST: u32 = 64;

/// An expression in a, b and c.
#[derive(Clone, Debug, PartialEq)]
pub enum Expression {
    /// A number in decimals.
    Literal(String),
    /// a, b or c.
    Variable(usize),
    Negated(Box<Expression>),
    Root(Box<Expression>),
    Magnitude(Box<Expression>),
    Power(Box<Expression>, u32),
    Binary(char, Box<Expression>, Box<Expression>),
}

impl Expression {
    /// Reads `a*a - b^2/(c + 1.5e-3)`, with `sqrt(…)` and `abs(…)`.
    pub fn parse(text: &str) -> Result<Self, String> {
        let characters: Vec<char> = text.chars().collect();
        if characters.len() > LONGEST {
            return Err(format!("longer than {LONGEST} characters"));
        }
        let mut parser = Parser { characters, place: 0, depth: 0 };
        let expression = parser.sum()?;
        match parser.peek() {
            None => Ok(expression),
            Some(other) => Err(parser.unexpected(&format!("`{other}`"))),
        }
    }

    pub fn has_variables(&self) -> bool {
        match self {
            Expression::Literal(_) => false,
            Expression::Variable(_) => true,
            Expression::Negated(x)
            | Expression::Root(x)
            | Expression::Magnitude(x)
            | Expression::Power(x, _) => x.has_variables(),
            Expression::Binary(_, x, y) => x.has_variables() || y.has_variables(),
        }
    }

    /// Its value in some kind of number, of which `one` is any.
    pub fn value<N: Number>(&self, variables: &[N], one: &N) -> N {
        let of = |x: &Expression| x.value(variables, one);
        match self {
            Expression::Literal(text) => one.literal(text),
            Expression::Variable(place) => variables[*place].clone(),
            Expression::Negated(x) => -of(x),
            Expression::Root(x) => of(x).root(),
            Expression::Magnitude(x) => of(x).magnitude(),
            Expression::Power(x, exponent) => power(&of(x), *exponent, one),
            Expression::Binary(operation, x, y) => match operation {
                '+' => of(x) + of(y),
                '-' => of(x) - of(y),
                '*' => of(x) * of(y),
                _ => of(x) / of(y),
            },
        }
    }
}

/// By squares.
fn power<N: Number>(x: &N, exponent: u32, one: &N) -> N {
    match exponent {
        0 => one.literal("1"),
        1 => x.clone(),
        _ => {
            let half = power(x, exponent / 2, one);
            let square = half.clone() * half;
            if exponent.is_multiple_of(2) { square } else { square * x.clone() }
        }
    }
}

struct Parser {
    characters: Vec<char>,
    place: usize,
    depth: usize,
}

impl Parser {
    /// The next character that is no space.
    fn peek(&mut self) -> Option<char> {
        while self.characters.get(self.place).is_some_and(|c| c.is_whitespace()) {
            self.place += 1;
        }
        self.characters.get(self.place).copied()
    }

    fn takes(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.place += usize::from(found);
        found
    }

    fn unexpected(&self, what: &str) -> String {
        format!("{what} at character {} is not expected", self.place + 1)
    }

    fn sum(&mut self) -> Result<Expression, String> {
        self.binary(['+', '-'], Self::product)
    }

    fn product(&mut self) -> Result<Expression, String> {
        self.binary(['*', '/'], Self::signed)
    }

    /// Operands of these operators, from left to right.
    fn binary(
        &mut self,
        operators: [char; 2],
        operand: fn(&mut Self) -> Result<Expression, String>,
    ) -> Result<Expression, String> {
        let mut left = operand(self)?;
        while let Some(operator) = self.peek().filter(|c| operators.contains(c)) {
            self.place += 1;
            let right = operand(self)?;
            left = Expression::Binary(operator, Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    /// A sign binds less than a power: -a^2 is -(a^2).
    fn signed(&mut self) -> Result<Expression, String> {
        if self.depth == DEEPEST {
            return Err(format!("more than {DEEPEST} parentheses or signs inside each other"));
        }
        self.depth += 1;
        let signed = if self.takes('-') {
            Expression::Negated(Box::new(self.signed()?))
        } else {
            self.power()?
        };
        self.depth -= 1;
        Ok(signed)
    }

    fn power(&mut self) -> Result<Expression, String> {
        let base = self.atom()?;
        if !self.takes('^') {
            return Ok(base);
        }
        self.peek();
        let digits = self.take_while(|c| c.is_ascii_digit());
        match digits.parse() {
            Ok(exponent) if exponent <= HIGHEST => Ok(Expression::Power(Box::new(base), exponent)),
            _ => Err(format!("an exponent is a whole number from 0 to {HIGHEST}, not `{digits}`")),
        }
    }

    fn atom(&mut self) -> Result<Expression, String> {
        match self.peek() {
            Some('(') => {
                self.place += 1;
                self.closed()
            }
            Some(c) if c.is_ascii_digit() || c == '.' => self.literal(),
            Some(c) if c.is_ascii_alphabetic() => {
                let start = self.place;
                let name = self.take_while(|c| c.is_ascii_alphanumeric());
                match name.as_str() {
                    "a" => Ok(Expression::Variable(0)),
                    "b" => Ok(Expression::Variable(1)),
                    "c" => Ok(Expression::Variable(2)),
                    "sqrt" => Ok(Expression::Root(Box::new(self.argument()?))),
                    "abs" => Ok(Expression::Magnitude(Box::new(self.argument()?))),
                    _ => Err(format!(
                        "`{name}` at character {} is not known: there are a, b, c, sqrt(…) and \
                         abs(…)",
                        start + 1
                    )),
                }
            }
            Some(other) => Err(self.unexpected(&format!("`{other}`"))),
            None => Err(self.unexpected("the end")),
        }
    }

    fn argument(&mut self) -> Result<Expression, String> {
        if self.takes('(') { self.closed() } else { Err("`(` is wanted after a function".into()) }
    }

    /// What follows an opening parenthesis.
    fn closed(&mut self) -> Result<Expression, String> {
        let inside = self.sum()?;
        if self.takes(')') { Ok(inside) } else { Err("a `)` is missing".into()) }
    }

    fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> String {
        let rest = &self.characters[self.place..];
        let taken: String = rest.iter().copied().take_while(|&c| belongs(c)).collect();
        self.place += taken.len();
        taken
    }

    fn literal(&mut self) -> Result<Expression, String> {
        let start = self.place;
        let mut text = self.take_while(|c| c.is_ascii_digit() || c == '.');
        if self.characters.get(self.place).is_some_and(|c| matches!(c, 'e' | 'E')) {
            self.place += 1;
            let sign = self.take_while(|c| matches!(c, '-' | '+'));
            text = format!("{text}e{sign}{}", self.take_while(|c| c.is_ascii_digit()));
        }
        match nearest::<f64>(&text) {
            Some(value) if value.is_finite() && (value == 0.0 || value > 1e-300) => {
                Ok(Expression::Literal(text))
            }
            _ => Err(format!("`{text}` at character {} is no number", start + 1)),
        }
    }
}
