import { SignInBusy } from '@gateway/domain/accounts/errors'
import { describe, expect, test } from 'vitest'
import { createPasswords } from './password.ts'

const passwords = createPasswords()

describe('a password', () => {
  test('hashes to an argon2id PHC string with 19 MiB, two passes and one lane', async () => {
    const stored = await passwords.hash('correct horse battery staple')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  })

  test('hashes to a different string each time, which never contains it', async () => {
    const [first, second] = await Promise.all([passwords.hash('same password'), passwords.hash('same password')])
    expect(first).not.toBe(second)
    expect(first).not.toContain('same password')
  })

  test.each(['correct horse', 'пароль от лавки', '🔑🔑🔑🔑🔑🔑🔑🔑', ' leading and trailing ', 'x'.repeat(128)])(
    'matches its own hash and no shorter or longer text does: %s',
    async (text) => {
      const stored = await passwords.hash(text)
      expect(await passwords.check(text, stored)).toBe('match')
      expect(await passwords.check(`${text}.`, stored)).toBe('mismatch')
      expect(await passwords.check(text.slice(0, -1), stored)).toBe('mismatch')
    },
  )

  test('matches when a keyboard composes its accents differently', async () => {
    expect(await passwords.check('cafe\u0301 creme', await passwords.hash('caf\u00e9 creme'))).toBe('match')
  })

  test('matches a hash made with older costs and asks for a new one', async () => {
    // RFC 9106 parameters m=8192, t=1, p=1 over the password "older costs" with a salt of sixteen 0x01.
    const older = '$argon2id$v=19$m=8192,t=1,p=1$AQEBAQEBAQEBAQEBAQEBAQ$3JRPVe/Plawhs8LTp6gJtLxPIHJk5OnR0QRyELZEsxI'
    expect(await passwords.check('older costs', older)).toBe('outdated')
  })

  test('an unknown account matches no password', async () => {
    expect(await passwords.check('', undefined)).toBe('mismatch')
    expect(await passwords.check('correct horse', undefined)).toBe('mismatch')
  })
})

test('a full queue rejects further sign-ins with SIGN_IN_BUSY and serves those that wait', async () => {
  const narrow = createPasswords({ atOnce: 1, waiting: 2 })
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => narrow.hash('correct horse')))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected'])
  const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  for (const refusal of refusals) expect(refusal).toBeInstanceOf(SignInBusy)
  await expect(narrow.hash('correct horse')).resolves.toContain('argon2id')
})
