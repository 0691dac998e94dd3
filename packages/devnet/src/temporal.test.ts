import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ensureNamespace } from './temporal-namespace.ts'
import { isServing, startTemporal } from './temporal.ts'
import { temporaryFolder } from './processes/temporary-folder.ts'

const folder = temporaryFolder()
afterAll(folder.remove)

test('ensureNamespace makes a namespace usable at once, and it survives a kill of the server at the same address', async () => {
  const dataDir = join(folder.path, 'temporal')
  const wish = { name: 'payments', searchAttributes: { MerchantId: 'Keyword', Amount: 'Double' } } as const
  const first = await startTemporal({ dataDir, searchAttributes: { MerchantId: 'Keyword' } })
  expect(await isServing(first.http, 'payments')).toBe(false)
  await ensureNamespace(first, wish)
  expect(await isServing(first.http, 'payments')).toBe(true)
  await ensureNamespace(first, wish)
  process.kill(first.pid, 'SIGKILL')
  await first.exited
  const second = await startTemporal({ dataDir, searchAttributes: { MerchantId: 'Keyword' } })
  try {
    expect([second.address, second.ui]).toEqual([first.address, first.ui])
    const listed = await fetch(`${second.http}/api/v1/namespaces/payments/workflows?query=${encodeURIComponent('MerchantId = "a"')}`)
    expect(listed.status).toBe(200)
    expect((await fetch(second.ui)).status).toBe(200)
  } finally {
    await second.stop()
  }
})
