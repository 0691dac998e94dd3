import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EscrowOutcome } from '@gateway/domain/escrows/machine'
import type { EscrowTerms } from '../../../src/evm/escrow/escrow-terms.ts'
import { type AnvilProcess, startAnvil } from '../anvil-process.ts'
import { assetOf, ASSETS, byToken, createEscrowFixture, type EscrowFixture } from './fixture.ts'

let anvil: AnvilProcess
let on: EscrowFixture

beforeAll(async () => {
  anvil = await startAnvil(1)
  on = await createEscrowFixture(anvil.chain)
})
afterAll(() => anvil.stop())

type Party = 'beneficiary' | 'feeReceiver' | 'depositor'

interface Settle {
  readonly kind: 'settle'
  readonly outcome: EscrowOutcome
  readonly proof: 'signature' | 'release_token' | 'none'
}

type Step =
  | Settle
  | { readonly kind: 'pay'; readonly units: bigint }
  | { readonly kind: 'block' | 'unblock'; readonly party: Party }
  | { readonly kind: 'flush' | 'wait' }

/** State and balances of an escrow of 1 000 units, computed without the contract. */
interface Model {
  state: 'undecided' | 'release_due' | 'released' | 'refunded'
  isLate: boolean
  /** Parties that the token has blocked; none for native coin. */
  readonly blocked: Set<Party>
  readonly held: { beneficiary: bigint; feeReceiver: bigint; depositor: bigint; escrow: bigint }
}

const AMOUNT = 1_000n
const FEE = 10n

const party = fc.constantFrom<Party>('beneficiary', 'feeReceiver', 'depositor')
const settling = fc.record<Settle>({
  kind: fc.constant('settle'),
  outcome: fc.constantFrom('release', 'refund'),
  proof: fc.constantFrom('signature', 'release_token', 'none'),
})
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: settling },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('pay' as const), units: fc.bigInt({ min: 1n, max: 1_500n }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('block' as const, 'unblock' as const), party }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('flush' as const, 'flush' as const, 'wait' as const) }) },
)

/** Returns all but `keptUnits` to the depositor; false when the token rejects it. */
function returnAllBut(keptUnits: bigint, { blocked, held }: Model): boolean {
  const units = held.escrow - keptUnits
  if (units > 0n && blocked.has('depositor')) return false
  held.depositor += units
  held.escrow = keptUnits
  return true
}

function payRelease(model: Model): void {
  const { blocked, held } = model
  model.state = 'release_due'
  if (blocked.has('beneficiary')) return
  const feeUnits = blocked.has('feeReceiver') ? 0n : FEE
  held.feeReceiver += feeUnits
  held.beneficiary += AMOUNT - feeUnits
  held.escrow -= AMOUNT
  model.state = 'released'
  returnAllBut(0n, model)
}

/** Whether a proof records an outcome while there is none. */
const evidence: Readonly<Record<EscrowOutcome, (proof: Settle['proof'], model: Model) => boolean>> = {
  release: (proof, { held }) => proof !== 'none' && held.escrow >= AMOUNT,
  refund: (proof, { isLate }) => proof === 'signature' || (proof === 'none' && isLate),
}

/** Applies a settlement to the model; false for an outcome that the escrow rejects. */
function modelSettle(model: Model, { outcome, proof }: Settle): boolean {
  const recorded = model.state === 'refunded' ? 'refund' : 'release'
  const isAccepted = model.state === 'undecided' ? evidence[outcome](proof, model) : outcome === recorded
  if (!isAccepted) return false
  if (outcome === 'refund') model.state = 'refunded'
  if (outcome === 'release' && model.state !== 'released') payRelease(model)
  else returnAllBut(0n, model)
  return true
}

function modelStep(model: Model, given: Step): boolean {
  if (given.kind === 'settle') return modelSettle(model, given)
  if (given.kind === 'flush') return model.state !== 'undecided' && returnAllBut(model.state === 'release_due' ? AMOUNT : 0n, model)
  if (given.kind === 'pay') model.held.escrow += given.units
  if (given.kind === 'block') model.blocked.add(given.party)
  if (given.kind === 'unblock') model.blocked.delete(given.party)
  if (given.kind === 'wait') model.isLate = true
  return true
}

async function takeStep(terms: EscrowTerms, given: Step): Promise<boolean> {
  if (given.kind === 'settle') return (await settle(terms, given)) === 'ok'
  if (given.kind === 'flush') return (await on.flush(terms, terms.token)).result === 'ok'
  if (given.kind === 'pay') await on.pay(terms, given.units)
  if (given.kind === 'block' || given.kind === 'unblock') await on.setBlocked(terms[given.party], given.kind === 'block')
  if (given.kind === 'wait' && (await on.chain.getBlock()).timestamp <= terms.deadlineSeconds) await on.waitForDeadline(terms)
  return true
}

async function settle(terms: EscrowTerms, { outcome, proof }: Settle): Promise<string> {
  if (proof === 'signature') return (await on.bySignature(terms, outcome)).result
  if (proof === 'none') return (await on.withoutProof(terms, outcome)).result
  return (await on.settle({ ...byToken(terms), outcome })).result
}

test.each(ASSETS)('an escrow in %s agrees with a model of outcomes and balances after every step of a random history', async (asset) => {
  const token = assetOf(on, asset)
  const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (given) => {
    const history = given.filter(({ kind }) => token !== null || (kind !== 'block' && kind !== 'unblock'))
    const terms = await on.newTerms({ token, amountUnits: AMOUNT })
    const held = { beneficiary: 0n, feeReceiver: 0n, depositor: 0n, escrow: 0n }
    const model: Model = { state: 'undecided', isLate: false, blocked: new Set(), held }
    for (const [index, one] of history.entries()) {
      const accepted = modelStep(model, one)
      expect([index, await takeStep(terms, one)]).toEqual([index, accepted])
      expect([index, await on.stateOf(terms)]).toEqual([index, model.state])
      expect(await on.holdings(terms)).toEqual([held.beneficiary, held.feeReceiver, held.depositor, held.escrow])
    }
  })
  await fc.assert(property, { numRuns: 12, seed: 7 })
})
