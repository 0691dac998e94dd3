import { tables } from '@gateway/db/tables'
import { freshOrm } from '@gateway/testing/database'
import { expect, test } from 'vitest'

const HANGS_AFTER_MS = 60_000

test('closing the database also closes connections that are being opened', { timeout: HANGS_AFTER_MS }, async () => {
  const orm = await freshOrm()
  const looks = [1, 2, 3].map(() => tables(orm.em.fork()).selectFrom('merchant').select('id').execute())
  const ended = Promise.allSettled(looks)
  await orm.close()
  expect((await ended).map(({ status }) => status)).toContain('rejected')
})
