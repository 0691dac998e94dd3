import { eventually } from '@gateway/testing/wait'
import { escrowReaches, fundEscrow, type PayableEscrow } from '../support/fund-escrow.ts'
import { say, type Said, type Saying } from '../support/say.ts'
import { newCredentials } from '../support/shop.ts'
import type { Story } from '../support/story.ts'
import { newWallets } from '../support/wallets.ts'

type Members = Readonly<Record<string, unknown>>

/** A merchant with a DID. */
export interface Party {
  readonly token: string
  readonly did: string
}

/** A merchant that has claimed its DID. */
export async function newParty(story: Story): Promise<Party> {
  const { token } = (await say(story.gateway.api, 'POST /auth/register', { body: newCredentials() })).body
  const key = String(token)
  const did = await eventually('the issuer to make a DID', async () => {
    const { status, body } = await say(story.gateway.api, 'POST /reputation/did/claim', { key, body: {} })
    return status < 300 ? String(body['did']) : undefined
  })
  return { token: key, did }
}

/** An escrow in BTC with the tokens of both parties, as anybody creates it. */
export interface OpenedEscrow extends PayableEscrow {
  readonly depositor: string
  readonly beneficiary: string
}

/** Creates an escrow. */
export async function openEscrow(story: Story): Promise<OpenedEscrow> {
  const [from, to] = [(await newWallets(['BTC'])).BTC, (await newWallets(['BTC'])).BTC]
  const amount = 0.05
  const terms = { chain: 'BTC', amount, depositor_address: from, beneficiary_address: to }
  const { body } = await say(story.gateway.api, 'POST /escrow', { body: terms })
  return {
    id: String(body['id']),
    chain: 'BTC',
    amount,
    escrow_address: String(body['escrow_address']),
    depositor: String(body['release_token']),
    beneficiary: String(body['beneficiary_token']),
  }
}

/** The token of an escrow, and what is sent beside it. */
type Shown = Omit<Saying, 'body'> & { readonly token: string }

/** Shows a token of an escrow, with a credential or without. */
export const authenticate = (story: Story, { id }: Pick<OpenedEscrow, 'id'>, { token, ...saying }: Shown): Promise<Said> =>
  say(story.gateway.api, `POST /escrow/${id}/auth`, { ...saying, body: { token } })

/** Pays an escrow, releases it with a credential beside the token, and waits until it has settled. @returns the answer to the release. */
export async function settle(story: Story, escrow: OpenedEscrow, key?: string): Promise<Said> {
  await fundEscrow(story, escrow)
  const body = { release_token: escrow.depositor }
  const released = await say(story.gateway.api, `POST /escrow/${escrow.id}/release`, { ...(key !== undefined && { key }), body })
  await escrowReaches(story, escrow, ({ status }) => status === 'settled')
  return released
}

/** The receipts about a DID, once there are so many. */
export const receiptsOf = (story: Story, did: string, count: number): Promise<readonly Members[]> =>
  eventually(`${count} receipts`, async () => {
    const { body } = await say(story.gateway.api, `GET /reputation/receipts?did=${encodeURIComponent(did)}`)
    const receipts = body['receipts'] as readonly Members[]
    return receipts.length >= count && receipts.every(({ digest }) => digest !== null) ? receipts : undefined
  })
