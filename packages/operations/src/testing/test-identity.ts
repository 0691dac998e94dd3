import { SubmitReceiptInput } from '@gateway/contract/identity/receipt-inputs'
import { tables } from '@gateway/db/tables'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { type Did, didKeyOf } from '@gateway/domain/identity/did'
import { canonicalJson, type Json } from '@gateway/domain/kernel/canonical-json'
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { SubmittedReceipt } from '../identity/receipts/submit-receipt.ts'
import { submitReceipt } from '../identity/receipts/submit-receipt.ts'
import { workOnReceipts } from '../identity/own-receipts/work-on-receipts.ts'
import { storeMerchant, type TestApiContext } from './test-context.ts'

/** A DID with its key. */
export interface KeyedDid {
  readonly did: Did
  readonly publicKey: Buffer
  readonly privateKey: KeyObject
}

/** A new did:key. */
export function newDid(): KeyedDid {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = Buffer.from(String(publicKey.export({ format: 'jwk' }).x), 'base64url')
  return { did: didKeyOf(raw), publicKey: raw, privateKey }
}

/** A merchant with a DID of its own and a linked one, whose key it holds. */
export interface TestParty {
  readonly actor: Actor
  readonly did: Did
  readonly linked: KeyedDid
}

/** Gives a merchant its DIDs, as the issuer and a proof do; a new merchant by default. */
export async function storeParty(ctx: TestApiContext, of?: Actor): Promise<TestParty> {
  const actor = of ?? (await storeMerchant(ctx))
  const { merchantId } = actor
  const [own, linked] = [newDid(), newDid()]
  const createdAt = ctx.clock.now()
  const db = tables(ctx.orm.em.fork())
  const row = { merchantId, did: own.did, publicKey: own.publicKey, sealedKey: Buffer.alloc(1), displayName: null, createdAt }
  await db.insertInto('did').values(row).execute()
  const link = { id: ctx.ids.uuid(), merchantId, did: linked.did, isVerified: true, createdAt, verifiedAt: createdAt }
  await db.insertInto('linked_did').values(link).execute()
  return { actor, did: own.did, linked }
}

/** Does what the job of receipts does, until nothing is due. */
export async function writeReceipts(ctx: TestApiContext): Promise<void> {
  while (await workOnReceipts(ctx));
}

/** The receipts about a DID, the oldest first. */
export const receiptsAbout = ({ orm }: TestApiContext, subjectDid: Did) =>
  tables(orm.em.fork()).selectFrom('receipt').selectAll().where('subjectDid', '=', subjectDid).orderBy('sequence').orderBy('id').execute()

/** Submits a receipt as it would be sent. */
export const submit = (ctx: TestApiContext, actor: Actor, body: Readonly<Record<string, unknown>>): Promise<SubmittedReceipt> =>
  submitReceipt(ctx, { actor, wish: SubmitReceiptInput.parse(body) })

/** A body with the signature of its buyer. */
export const signedBy = (key: KeyObject, body: { readonly [name: string]: Json }): Readonly<Record<string, Json>> => ({
  ...body,
  signatures: { escrow_sig: sign(null, Buffer.from(canonicalJson(body)), key).toString('base64url') },
})
