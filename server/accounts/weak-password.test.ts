import { describe, expect, it } from 'vitest';
import { mailboxOf, weakPasswordProblem } from './sign-up.ts';

describe('a new account’s password (hostile case 122)', () => {
  it.each(['seven77', 'ab', '😀😀😀😀'])('%j is too short', async (password) => {
    expect(await weakPasswordProblem(password, [])).toBe('Please use a password of at least 8 characters');
  });

  it.each([
    'password',
    'PASSWORD',
    'Passw0rd!',
    'p@ssword123',
    'password1',
    '12345678',
    '87654321',
    '123456789',
    'qwertyuiop',
    'qwerty123',
    'qwertyqwerty',
    'iloveyou1',
    'letmein2026',
    'aaaaaaaa',
    'abababab',
    'golfgolf',
    'golfswing1',
    'welcome1',
    'trustno1!',
    '1qaz2wsx',
    'abcdefgh',
    '11112222',
    'ｐａｓｓｗｏｒｄ',
  ])('%j is too common', async (password) => {
    expect(await weakPasswordProblem(password, [])).toMatch(/too common/);
  });

  it.each(['annika99', 'Annika-Annika', 'annika@club.example'])(
    '%j is made of the name or address',
    async (password) => {
      expect(await weakPasswordProblem(password, ['annika', 'annika@club.example'])).toMatch(/not your name/);
    },
  );

  it.each(['correct horse battery', 'my golf is bad', 'Tr0ub4dor&3', 'пароль-длинный', 'xxxxxyzabc', 'ann-lee-7-iron'])(
    '%j is accepted',
    async (password) => {
      expect(await weakPasswordProblem(password, ['ann', 'ann@club.example'])).toBeNull();
    },
  );
});

describe('the mailbox of an address', () => {
  it.each([
    ['Ann.Lee+golf@Gmail.com', 'annlee@gmail.com'],
    ['annlee@googlemail.com', 'annlee@gmail.com'],
    ['ann.lee+1+2@club.example', 'ann.lee@club.example'],
  ])('of %s is %s [F8]', (email, mailbox) => {
    expect(mailboxOf(email)).toBe(mailbox);
  });
});
