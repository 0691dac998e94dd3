import { createBitcoinRail } from '@gateway/chains/bitcoin/rail'
import { bitcoinKeys } from '@gateway/chains/bitcoin/keys'
import type { Rail } from '@gateway/chains/rail'
import { tables } from '@gateway/db/tables'
import { freshOrm } from '@gateway/testing/database'
import { runFolder } from '@gateway/testing/run-folder'
import { sql } from 'kysely'
import { createPublicKey, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Log } from '../../kernel/context.ts'
import { isSignedPoolAddress } from './pool-signature.ts'
import { refillPool } from './refill-pool.ts'
import { seedOfEntropy } from '../keys/mnemonic.ts'
import { openHighWaterFile, type HighWaterFile } from '../recovery/high-water-file.ts'
import { openSignerKeys, type SignerKeys } from '../keys/signer-keys.ts'

const rail = createBitcoinRail({ chain: 'BTC', network: 'regtest' })
const entropy = Buffer.alloc(32, 5)
const derived = openSignerKeys({ entropy, rails: new Map([['BTC', rail]]), generation: 0 })
const known = new Map<string, string>()
/** The real keys with a cache across tests, because derivation takes most of a test's time. */
const keys: SignerKeys = {
  ...derived,
  depositAddress(chain, id) {
    const name = `${id.generation}/${id.idx}`
    const address = known.get(name) ?? derived.depositAddress(chain, id)
    known.set(name, address)
    return address
  },
}
const errors: Readonly<Record<string, unknown>>[] = []
const log: Log = { info: () => {}, warn: () => {}, error: (fields) => void errors.push(fields) }

let sequence: HighWaterFile
let orm: Awaited<ReturnType<typeof freshOrm>>
beforeAll(async () => void (orm = await freshOrm()))
afterAll(() => orm.close())
beforeEach(async () => {
  errors.length = 0
  sequence = blankFile()
  sequence.recordAttempt(0n)
  await sql`TRUNCATE address_pool`.execute(tables(orm.em.fork()))
})

const blankFile = () => openHighWaterFile(join(runFolder(), `pool-${randomUUID()}`))
const signer = (generation = 0) => ({ orm, log, keys, generation, deploymentId: 'pay-1', sequence })
const readRows = () => tables(orm.em.fork()).selectFrom('address_pool').selectAll().orderBy('generation').orderBy('idx').execute()
const claim = (count: number) =>
  sql`UPDATE address_pool SET claimed_by = gen_random_uuid() WHERE idx IN
    (SELECT idx FROM address_pool WHERE claimed_by IS NULL ORDER BY idx LIMIT ${count})`.execute(tables(orm.em.fork()))

describe('the address pool', () => {
  test('the first start fills the pool with 1 000 addresses, each signed by the signer and spendable by the seed', async () => {
    expect(await refillPool(signer(), rail)).toEqual({ free: 1_000, added: 1_000 })
    const rows = await readRows()
    expect(rows.map((row) => row.idx)).toEqual(Array.from({ length: 1_000 }, (_, idx) => idx))
    const publicKey = createPublicKey(keys.poolKey)
    const unsigned = rows.filter((row) => !isSignedPoolAddress({ ...row, deploymentId: 'pay-1', network: 'regtest' }, row.sig, publicKey))
    expect(unsigned).toEqual([])
    const account = bitcoinKeys.deposit({ rail, seed: seedOfEntropy(entropy), generation: 0 })
    for (const { idx, address } of [rows[0], rows[417], rows[999]].filter((row) => row !== undefined))
      expect(account.address(idx)).toBe(address)
    expect(errors).toEqual([])
  })

  test('refills the pool to 1 000 once fewer than 800 addresses are free', async () => {
    await refillPool(signer(), rail)
    await claim(200)
    expect(await refillPool(signer(), rail)).toEqual({ free: 800, added: 0 })
    await claim(1)
    expect(await refillPool(signer(), rail)).toEqual({ free: 1_000, added: 201 })
    expect(errors).toEqual([])
  })

  test('the pool never holds an index or an address twice, and never frees a claimed one', async () => {
    await refillPool(signer(), rail)
    await claim(1_000)
    const before = await readRows()
    await refillPool(signer(), rail)
    const rows = await readRows()
    expect(rows.slice(0, 1_000)).toEqual(before)
    expect(rows.map((row) => row.idx)).toEqual(Array.from({ length: 2_000 }, (_, idx) => idx))
    expect(new Set(rows.map((row) => row.address)).size).toBe(2_000)
  })

  test('the pool raises an alarm when 200 addresses are left, and none at 201', async () => {
    await refillPool(signer(), rail)
    await claim(799)
    await refillPool(signer(), rail)
    expect(errors).toEqual([])
    await claim(800)
    await refillPool(signer(), rail)
    expect(errors).toEqual([{ alarm: 'pool_low', chain: 'BTC', free: 200 }])
  })

  test('concurrent signers fill the pool once', async () => {
    const levels = await Promise.all([1, 2, 3].map(() => refillPool(signer(), rail)))
    expect(levels.reduce((sum, { added }) => sum + added, 0)).toBe((await readRows()).length)
    const rows = await readRows()
    expect(rows.map((row) => row.idx)).toEqual(Array.from({ length: 1_000 }, (_, idx) => idx))
  })

  test('a refill continues beyond the noted indexes after a killed signer, as after a restored database', async () => {
    await refillPool(signer(), rail)
    await sql`DELETE FROM address_pool WHERE idx >= 300`.execute(tables(orm.em.fork()))
    expect(await refillPool(signer(), rail)).toEqual({ free: 1_000, added: 700 })
    const idxs = (await readRows()).map((row) => row.idx)
    expect([idxs[299], idxs[300], idxs[999]]).toEqual([299, 1_000, 1_699])
  })

  test('an emptied database never repeats an address that the high-water file knows', async () => {
    await refillPool(signer(), rail)
    const before = new Set((await readRows()).map((row) => row.address))
    await sql`TRUNCATE address_pool`.execute(tables(orm.em.fork()))
    expect(await refillPool(signer(), rail)).toEqual({ free: 1_000, added: 1_000 })
    expect((await readRows()).filter((row) => before.has(row.address))).toEqual([])
  })

  test('the pool stays empty when neither database nor high-water file knows the used addresses', async () => {
    expect(await refillPool({ ...signer(), sequence: blankFile() }, rail)).toEqual({ free: 0, added: 0 })
    expect(await readRows()).toEqual([])
  })

  test('a new generation counts its indexes from 0 and has its own addresses', async () => {
    await refillPool(signer(), rail)
    await claim(300)
    await refillPool(signer(1), rail)
    const added = (await readRows()).filter((row) => row.generation === 1)
    expect(added.map((row) => row.idx)).toEqual(Array.from({ length: 300 }, (_, idx) => idx))
    expect(added[0]?.address).toBe(keys.depositAddress('BTC', { generation: 1, idx: 0 }))
  })

  test('keeps no pool for a chain with computed addresses', async () => {
    const computed: Rail = { ...rail, addressing: 'create2' }
    expect(await refillPool(signer(), computed)).toEqual({ free: 0, added: 0 })
    expect(await readRows()).toEqual([])
  })
})
