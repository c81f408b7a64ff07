import { type SeededRandom } from './seeded-random';

/** A person's name as the CSV file writes it. */
export interface DemoName {
  firstName: string;
  lastName: string;
}

const SPANISH_FIRST = [
  ...['María', 'Lucía', 'Sofía', 'Martina', 'Paula', 'Julia', 'Valeria', 'Alba', 'Noelia', 'Carmen', 'Ana', 'Laura'],
  ...['Irene', 'Elena', 'Inés', 'Nuria', 'Rocío', 'Begoña', 'Itziar', 'Montserrat', 'Ángela', 'Verónica', 'Raquel'],
  ...['Hugo', 'Martín', 'Lucas', 'Mateo', 'Daniel', 'Alejandro', 'Pablo', 'Álvaro', 'Adrián', 'David', 'Javier'],
  ...['José', 'Luis', 'Andrés', 'Iñaki', 'Óscar', 'Rubén', 'Sergio', 'Jesús', 'Ramón', 'Gonzalo', 'Íñigo', 'Jordi'],
  ...['José Luis', 'María José', 'Juan Carlos', 'Ana Belén'],
];
const SPANISH_LAST = [
  ...['García', 'Rodríguez', 'González', 'Fernández', 'López', 'Martínez', 'Sánchez', 'Pérez', 'Gómez', 'Martín'],
  ...['Jiménez', 'Ruiz', 'Hernández', 'Díaz', 'Moreno', 'Muñoz', 'Álvarez', 'Romero', 'Alonso', 'Gutiérrez'],
  ...['Navarro', 'Torres', 'Domínguez', 'Vázquez', 'Ramos', 'Gil', 'Ramírez', 'Serrano', 'Blanco', 'Molina'],
  ...['Suárez', 'Ortega', 'Delgado', 'Castro', 'Ortiz', 'Rubio', 'Marín', 'Sanz', 'Núñez', 'Iglesias', 'Peña'],
  ...['de la Fuente', 'del Río', 'Etxeberria', 'Puigdomènech', 'Ibáñez', 'Yáñez'],
];
const ENGLISH_FIRST = [
  ...['Emma', 'Olivia', 'Charlotte', 'Amelia', 'Grace', 'Zoë', 'Chloé', 'Siobhán', 'Hannah', 'Priya', 'Aisha', 'Mei'],
  ...['James', 'Oliver', 'William', 'Henry', 'Thomas', 'Liam', 'Ethan', 'Noah', 'Samuel', 'Arjun', 'Kofi', 'Seán'],
  ...['Mary Ann', 'Jean-Paul', 'Anna-Lena', 'François', 'Jürgen', 'Søren', 'Łukasz', 'Zoltán'],
];
const ENGLISH_LAST = [
  ...['Smith', 'Jones', 'Taylor', 'Brown', 'Wilson', 'Evans', 'Walker', 'Wright', 'Robinson', 'Thompson', 'Hughes'],
  ...['O’Neill', "O'Brien", "D'Angelo", 'MacDonald', 'Fitzgerald', 'Smith-Jones', 'van der Berg', 'Müller', 'Björk'],
  ...['Patel', 'Kaur', 'Okafor', 'Nguyen', 'Chen', 'Kowalski', 'Novák', 'Dubois', 'Rossi', 'Ferreira', 'Schröder'],
];

/** Names that a careless reader of CSV files gets wrong: quotes, separators, a leading equals sign. */
export const DIFFICULT_NAMES: readonly DemoName[] = [
  { firstName: 'María "Mía"', lastName: "O'Connor, Jr." },
  { firstName: 'William "Bill"', lastName: 'Wright; Sr.' },
  { firstName: 'José "Pepe" Antonio', lastName: 'Sáenz de Santamaría, Ph.D.' },
  { firstName: 'Anna', lastName: '=Null' },
];

/** A name for an employee; two of three are Spanish, with two surnames. */
export function demoName(random: SeededRandom): DemoName {
  if (random.chance(0.65)) {
    const lastName = `${random.pick(SPANISH_LAST)} ${random.pick(SPANISH_LAST)}`;
    return { firstName: random.pick(SPANISH_FIRST), lastName };
  }
  return { firstName: random.pick(ENGLISH_FIRST), lastName: random.pick(ENGLISH_LAST) };
}

/** `first.last` in plain letters, for an email address. */
export function mailName({ firstName, lastName }: DemoName): string {
  return [firstName, lastName].map(firstPlainWord).join('.');
}

function firstPlainWord(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/ø/g, 'o')
    .replace(/ł/g, 'l')
    .normalize('NFD')
    .replace(/["'’=]|\p{M}/gu, '');
  return /[a-z]{3,}/.exec(plain)?.[0] ?? 'x';
}
