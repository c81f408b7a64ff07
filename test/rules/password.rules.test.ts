import { validatePassword } from '../../api/platform/passwords/password.rules';

const policy = { minLength: 8, email: 'ana.garcia@example.com' };

describe('passwords that someone chooses', () => {
  test.each([
    ['eight characters without digits', 'vkqmzhwb'],
    ['a passphrase', 'correct horse battery staple'],
    ['128 characters', 'ab3Kd'.repeat(30).slice(0, 128)],
    ['letters beyond ASCII', 'größe-über-ñandú'],
    ['a common word inside a longer one', 'my dragon eats plums'],
    ['a common word with a sign', 'Password123!'],
    ['a name with digits and a sign', 'Acme12345!'],
    ['a year before a season', '2024Summer'],
    ['a word twice', 'DragonDragon'],
    ['a common password between spaces', ' password1 '],
    ['signs for letters that nobody lists', '$un5hin3'],
    ['the email address with a sign', 'ana.garcia@example.com!'],
    ['emoji count as one character each', '🦉🐢🦊🐝🐙🦀🐌🐞'],
  ])('%s is accepted', (_case, password) => {
    expect(validatePassword(password, policy)).toEqual([]);
  });

  test.each([
    ['seven characters', 'vkqmzhw', 'must have at least 8 characters'],
    ['129 characters', 'x1'.repeat(65).slice(0, 129), 'must have at most 128 characters'],
    ['a common word', 'sunshine', 'is too easy to guess: choose a less common one'],
    ['a listed password', 'password1', 'is too easy to guess: choose a less common one'],
    ['a listed password in other letters', 'Welcome123', 'is too easy to guess: choose a less common one'],
    ['a listed password with signs', 'P@ssw0rd', 'is too easy to guess: choose a less common one'],
    ['a keyboard walk', '1q2w3e4r5t', 'is too easy to guess: choose a less common one'],
    ['digits in a row', '12345678', 'is too easy to guess: choose a less common one'],
    ['letters backwards', 'hgfedcba', 'is too easy to guess: choose a less common one'],
    ['one character', '        ', 'is too easy to guess: choose a less common one'],
    ['two characters', 'abababab', 'is too easy to guess: choose a less common one'],
    ['the email address', 'Ana.Garcia@example.com', 'is too easy to guess: choose a less common one'],
    ['the name in the email address', 'ana.garcia', 'is too easy to guess: choose a less common one'],
  ])('%s is refused', (_case, password, message) => {
    expect(validatePassword(password, policy, 'newPassword')).toMatchObject([{ field: 'newPassword', message }]);
  });

  test('the organization may ask for more than 8 characters, never for fewer', () => {
    expect(validatePassword('vkqmzhwb', { ...policy, minLength: 12 })).toHaveLength(1);
    expect(validatePassword('vkqmzhw', { ...policy, minLength: 4 })).toHaveLength(1);
  });
});
