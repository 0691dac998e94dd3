import { canonicalEmail } from '@gateway/domain/accounts/merchant'
import { describe, expect, test } from 'vitest'
import { LoginInput, presentMerchant, RegisterInput } from './accounts.ts'

const account = { email: 'ada@shop.example', password: 'correct horse' }
const problemFields = (input: object): PropertyKey[] => RegisterInput.safeParse(input).error?.issues.flatMap((issue) => issue.path) ?? []

describe('RegisterInput', () => {
  test.each([
    'ada@shop.example',
    ' ADA@Shop.Example ',
    'a+b@x.co',
    'jos\u00e9@b\u00fccher.example',
    '用户@例子.广告',
    `${'a'.repeat(64)}@shop.example`,
  ])('accepts the address %s', (email) => {
    expect(RegisterInput.parse({ ...account, email })).toEqual({ ...account, email: canonicalEmail(email) })
  })

  test.each([
    '',
    'ada',
    'ada@',
    '@shop.example',
    'a b@shop.example',
    'ada@shop.example\0',
    'ada@@shop.example',
    `ada@${'x'.repeat(300)}`,
    'a..b@shop.example',
    '<a@shop.example>',
    'a@localhost',
    'a@[1.2.3.4]',
    5,
    ['a@b.c'],
    null,
    '\ud800@shop.example',
  ])('rejects the address %j', (email) => {
    expect(problemFields({ ...account, email })).toEqual(['email'])
  })

  test.each(['12345678', '        ', '🔑🔑🔑🔑🔑🔑🔑🔑', 'x'.repeat(128), '🔑'.repeat(128)])('accepts the password %s', (password) => {
    expect(RegisterInput.parse({ ...account, password }).password).toBe(password)
  })

  test.each(['1234567', '🔑🔑🔑🔑🔑🔑🔑', 'x'.repeat(129), '', 12345678, 'null\0null', null])('rejects the password %j', (password) => {
    expect(problemFields({ ...account, password })).toEqual(['password'])
  })

  test('accepts a name of up to 100 characters, or none', () => {
    expect(RegisterInput.parse({ ...account, name: '👩‍💻'.repeat(20) }).name).toBe('👩‍💻'.repeat(20))
    expect(RegisterInput.parse({ ...account, name: null })).not.toHaveProperty('name')
    expect(problemFields({ ...account, name: 'x'.repeat(101) })).toEqual(['name'])
  })
})

test('LoginInput does not validate the credentials', () => {
  expect(LoginInput.parse({ email: 'no address', password: 'x' })).toEqual({ email: 'no address', password: 'x' })
})

test('presentMerchant omits secrets', () => {
  const stored = {
    id: 'm',
    email: 'ada@shop.example',
    name: null,
    createdAt: new Date(0),
    emailVerifiedAt: null,
    operatorSince: null,
    passwordHash: 'secret',
  }
  expect(presentMerchant(stored)).toEqual({
    id: 'm',
    email: 'ada@shop.example',
    name: null,
    email_verified: false,
    created_at: '1970-01-01T00:00:00.000Z',
  })
})
