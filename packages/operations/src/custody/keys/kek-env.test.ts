import { expect, test } from 'vitest'
import { openEnvKek } from './kek-env.ts'
import { KekRefused } from './kek.ts'

const settings = { CUSTODY_KEK_HEX: 'ab'.repeat(32), CUSTODY_ALLOW_ENV_KEK: false, NODE_ENV: 'development' }

test('a wrapping key in the environment works in development', async () => {
  const kek = openEnvKek(settings)
  expect(await kek.unwrap(await kek.wrap(Buffer.alloc(32, 7)))).toEqual(Buffer.alloc(32, 7))
})

test('a wrapping key in the environment is refused in production unless the operator allows it', () => {
  const production = { ...settings, NODE_ENV: 'production' }
  expect(() => openEnvKek(production)).toThrow(KekRefused)
  expect(openEnvKek({ ...production, CUSTODY_ALLOW_ENV_KEK: true }).id).toBe(openEnvKek(settings).id)
})

test('a missing wrapping key is reported with the name of its setting', () => {
  expect(() => openEnvKek({ ...settings, CUSTODY_KEK_HEX: undefined })).toThrow(/CUSTODY_KEK_HEX/)
})
