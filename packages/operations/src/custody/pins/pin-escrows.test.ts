import { findUnpinnedEscrows } from '@gateway/db/custody/pins/escrow-pin-queries'
import { answerAddresses, findAskedAddresses } from '@gateway/db/kernel/addresses/address-question-queries'
import { findPayoutTermsPins } from '@gateway/db/custody/pins/pin-queries'
import { tables } from '@gateway/db/tables'
import type { AddressUse } from '@gateway/domain/custody/address-use'
import type { ContractTerms } from '@gateway/domain/escrows/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openEscrow } from '../../testing/test-escrows.ts'
import { openShop, type TestShop } from '../../testing/test-shop.ts'
import { findEscrowRefusal } from './checks/check-escrow.ts'
import { pinEscrows } from './pin-escrows.ts'
import { readPayees } from './read-payees.ts'

let shop: TestShop
beforeAll(async () => void (shop = await openShop({}, 1)))
afterAll(() => shop.ctx.close())

test('an amount of more than 2^53 base units is read to its last digit', async () => {
  const { escrow } = await openEscrow({ ctx: { ...shop.ctx, awaitPin: async () => 'missing' } })
  const amountUnits = 12_345_678_901_234_567_891n
  const em = shop.ctx.orm.em.fork()
  await tables(em).updateTable('escrow').set({ amountUnits }).where('id', '=', escrow.id).execute()
  const unpinned = await findUnpinnedEscrows(em, { after: '00000000-0000-0000-0000-000000000000', chains: ['BTC'], limit: 10, except: [] })
  expect(unpinned.map((one) => one.escrow.amountUnits)).toEqual(Array(3).fill(String(amountUnits)))
})

const DEPOSITOR = '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1'
const FOREIGN = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

/** Other terms of a contract, one after the other. */
const others: readonly Partial<ContractTerms>[] = [
  { depositor: FOREIGN },
  { beneficiary: FOREIGN },
  { token: FOREIGN },
  { amount: '1' },
  { feeReceiver: FOREIGN },
  { feeBps: 1_000 },
  { decider: FOREIGN },
  { deadline: 1 },
  { chainId: 1 },
]

test('a contract is pinned with the agreed terms and a decider of this signer only', async () => {
  const parties = {
    depositor_address: '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1',
    beneficiary_address: '0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0',
  }
  await openEscrow({ ctx: { ...shop.ctx, awaitPin: async () => 'missing' } }, { chain: 'USDC_ETH', amount: 50, ...parties })
  const page = { after: '00000000-0000-0000-0000-000000000000', chains: ['ETH'] as const, limit: 10, except: [] }
  const unpinned = await findUnpinnedEscrows(shop.ctx.orm.em.fork(), page)
  const rail = shop.ctx.rails.get('ETH')
  const [one] = unpinned
  if (!rail || !one?.commit.conditions?.contract) throw new Error('no contract')
  const payees = { areKnown: true, areOurs: false, areWallets: true }
  const refusals = unpinned.map((candidate) => findEscrowRefusal(shop.signer, rail, { ...candidate, payees }))
  expect(refusals).toEqual([undefined, undefined, undefined])
  const { commit } = one
  const { contract, ...bare } = one.commit.conditions
  const refuse = (conditions: typeof commit.conditions) =>
    findEscrowRefusal(shop.signer, rail, { ...one, payees, commit: Object.assign(Object.create(commit), { conditions }) })
  expect(others.map((other) => refuse({ ...bare, contract: { ...contract, ...other } }))).toEqual(
    others.map(() => 'contract_differs_from_escrow'),
  )
  expect(refuse(bare)).toBe('contract_differs_from_escrow')
  expect(refuse({ ...bare, contract: { ...contract, releaseHash: contract.id } })).toBe('address_does_not_follow')
})

test('a party that has an address of this deployment is refused, also where addresses are watched in lower case', async () => {
  const ctx = { ...shop.ctx, awaitPin: async () => 'missing' as const }
  const beneficiary = '0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0'
  const { escrow } = await openEscrow({ ctx }, { chain: 'ETH', amount: 1, depositor_address: DEPOSITOR, beneficiary_address: beneficiary })
  const watch = { chain: 'ETH', address: beneficiary.toLowerCase(), subject: 'payment', subjectId: escrow.id } as const
  await tables(shop.ctx.orm.em.fork()).insertInto('watched_address').values(watch).execute()
  const page = { ids: [escrow.payoutTermsId], chains: ['ETH'] as const, limit: 1, except: [] }
  const [one] = await findUnpinnedEscrows(shop.ctx.orm.em.fork(), page)
  expect(await readPayees(shop.ctx.orm.em.fork(), shop.signer, one ? [one.commit] : [])).toMatchObject([{ areOurs: true }])
})

describe('the payees of an escrow that was created while its chain was away', () => {
  const beneficiary_address = '0x22d491Bde2303f2f43325b2108D26f1eAbA1e32b'
  const create = async () => {
    const ctx = { ...shop.ctx, awaitPin: async () => 'missing' as const, askChain: async () => undefined }
    const { escrow } = await openEscrow({ ctx }, { chain: 'ETH', amount: 1, depositor_address: DEPOSITOR, beneficiary_address })
    const rows = tables(shop.ctx.orm.em.fork()).selectFrom('payout_terms').select('id').where('subjectId', '=', escrow.id).execute()
    return { ids: (await rows).map(({ id }) => id) }
  }
  const answer = (use: AddressUse, address: string) =>
    answerAddresses(shop.ctx.orm.em.fork(), { chain: 'ETH', answers: [{ address, use }], at: shop.ctx.clock.now() })
  const refusals = async ({ ids }: { ids: readonly string[] }) =>
    [...(await findPayoutTermsPins(shop.ctx.orm.em.fork(), ids)).values()].map(({ refused }) => refused)

  test('are asked about by the signer, which pins nothing before the chain has answered', async () => {
    const terms = await create()
    expect(await pinEscrows(shop.signer, terms)).toMatchObject({ looked: 0, waiting: expect.arrayContaining([...terms.ids]) })
    expect(await findAskedAddresses(shop.ctx.orm.em.fork(), { chain: 'ETH', limit: 9 })).toEqual(
      expect.arrayContaining([DEPOSITOR, beneficiary_address]),
    )
    await answer('wallet', DEPOSITOR)
    expect(await pinEscrows(shop.signer, terms)).toMatchObject({ looked: 2 })
    await answer('contract', beneficiary_address)
    expect(await pinEscrows(shop.signer, terms)).toMatchObject({ refused: 0, waiting: [] })
    expect(await refusals(terms)).toEqual([null, null, null])
  })

  test('are refused for good when one of them is no wallet', async () => {
    shop.ctx.clock.advance(60 * 60 * 1_000)
    const terms = await create()
    expect(await pinEscrows(shop.signer, terms)).toMatchObject({ looked: 0 })
    await answer('wallet', DEPOSITOR)
    await answer('token', beneficiary_address)
    await pinEscrows(shop.signer, terms)
    expect(new Set(await refusals(terms))).toEqual(new Set([null, 'payee_is_no_wallet']))
  })
})
