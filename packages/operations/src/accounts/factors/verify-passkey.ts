import { findPasskey, listCredentials, type StoredPasskey, usePasskey } from '@gateway/db/accounts/passkey-queries'
import type { Em } from '@gateway/db/orm'
import { DomainError } from '@gateway/domain/kernel/error'
import type { MerchantId } from '@gateway/domain/kernel/id'
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server'
import type { Context } from '../../kernel/context.ts'
import { relyingParty } from './relying-party.ts'

/** The answer of a browser to `navigator.credentials.get`. */
export type PasskeyAssertion = AuthenticationResponseJSON

/** A passkey that has signed a challenge, and how often it says it was used. */
export interface PasskeyProof {
  readonly id: string
  readonly merchantId: MerchantId
  readonly counter: bigint
}

type PasskeyContext = Pick<Context, 'orm' | 'publicUrl'>

/** What a browser is asked for: a passkey of a merchant, or any that it holds for this gateway. */
export async function passkeyRequest(
  ctx: PasskeyContext,
  { merchantId }: { merchantId?: MerchantId },
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const terms = { rpID: relyingParty(ctx).rpID, userVerification: 'required' } as const
  if (merchantId === undefined) return generateAuthenticationOptions(terms)
  return generateAuthenticationOptions({ ...terms, allowCredentials: await listCredentials(ctx.orm.em.fork(), { merchantId }) })
}

/**
 * Checks that a passkey has signed a challenge for a page of this gateway, and that its user was verified.
 *
 * @param shown.merchantId - whose passkey it must be; absent where the passkey says who signs in.
 * @throws {WrongPasskey}
 */
export async function checkPasskey(
  ctx: PasskeyContext,
  { response, challenge, merchantId }: { response: PasskeyAssertion; challenge: string | null; merchantId?: MerchantId },
): Promise<PasskeyProof> {
  const passkey = await findPasskey(ctx.orm.em.fork(), { credentialId: response.id })
  const isExpected = passkey !== undefined && (merchantId === undefined || passkey.merchantId === merchantId)
  if (!isExpected || challenge === null || !isHandleOf(passkey, response)) throw new WrongPasskey()
  const counter = await verifiedCounter(ctx, { response, challenge, passkey })
  return { id: passkey.id, merchantId: passkey.merchantId, counter: BigInt(counter) }
}

/** A browser that says whose passkey it is must say it right (WebAuthn §7.2, step 6). */
const isHandleOf = ({ merchantId }: StoredPasskey, { response: { userHandle } }: PasskeyAssertion): boolean =>
  userHandle === undefined || Buffer.from(userHandle, 'base64url').toString() === merchantId

async function verifiedCounter(
  ctx: Pick<Context, 'publicUrl'>,
  { response, challenge, passkey }: { response: PasskeyAssertion; challenge: string; passkey: StoredPasskey },
): Promise<number> {
  const { rpID, origin } = relyingParty(ctx)
  const credential = { id: passkey.credentialId, publicKey: Uint8Array.from(passkey.publicKey), counter: Number(passkey.counter) }
  const expected = { expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: true }
  const { verified, authenticationInfo } = await refusing(verifyAuthenticationResponse({ response, credential, ...expected }))
  if (!verified) throw new WrongPasskey()
  return authenticationInfo.newCounter
}

/** The library throws at whatever is wrong with an answer, which is the browser's and never ours. @throws {WrongPasskey} */
export async function refusing<T>(verifying: Promise<T>): Promise<T> {
  try {
    return await verifying
  } catch (cause) {
    throw new WrongPasskey({ cause })
  }
}

/** Records the use, in the transaction of what it opens. @throws {WrongPasskey} when its counter has not risen: there may be a copy. */
export async function recordPasskeyUse(em: Em, ctx: Pick<Context, 'clock'>, { id, counter }: PasskeyProof): Promise<void> {
  if (!(await usePasskey(em, { id, counter, at: ctx.clock.now() }))) throw new WrongPasskey()
}

/** The passkey is unknown or its signature does not fit; the answer does not say which. */
export class WrongPasskey extends DomainError {
  readonly code = 'VALIDATION_ERROR'
  readonly kind = 'invalid'
  constructor(options: ErrorOptions = {}) {
    const message = 'is not of a passkey of this account, or does not fit the challenge'
    super(`response: ${message}`, { details: [{ field: 'response', message }], ...options })
  }
}
