import { deletePasskey, insertPasskey, listCredentials, renameStoredPasskey } from '@gateway/db/accounts/passkey-queries'
import { MOST_PASSKEYS } from '@gateway/domain/accounts/factors'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { InvalidState, NotFound } from '@gateway/domain/kernel/error'
import {
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
  type WebAuthnCredential,
} from '@simplewebauthn/server'
import { changeFactors, type FactorContext, requireConfirmedMerchant, requireVerifiedMerchant } from './change-factors.ts'
import { relyingParty } from './relying-party.ts'
import { DeadTicket, issueTicket, tryTicket, useTicket } from './sign-in-ticket.ts'
import { refusing, WrongPasskey } from './verify-passkey.ts'

/** ES256, EdDSA and RS256, which every authenticator has one of. Source: RFC 9053 §2, RFC 8812 §2. */
const supportedAlgorithmIDs = [-7, -8, -257]

/** The answer of a browser to `navigator.credentials.create`. */
type PasskeyAttestation = RegistrationResponseJSON

/**
 * What a browser needs to make a passkey of the merchant, within five minutes. The id in it is that of the account, and says nothing else.
 *
 * @throws {MerchantTokenRequired} {ConfirmationRequired} {EmailNotVerified}
 */
export async function startPasskey(
  ctx: FactorContext,
  { actor }: { actor: Actor },
): Promise<{ challengeId: string; options: PublicKeyCredentialCreationOptionsJSON }> {
  const { merchantId, sessionId, merchant } = await requireVerifiedMerchant(ctx, actor)
  const { email, name } = merchant
  const em = ctx.orm.em.fork()
  const { rpName, rpID } = relyingParty(ctx)
  const known = await listCredentials(em, { merchantId })
  const options = await generateRegistrationOptions({
    rpName,
    rpID,
    userID: Uint8Array.from(Buffer.from(merchantId)),
    userName: email,
    userDisplayName: name ?? email,
    attestationType: 'none',
    supportedAlgorithmIDs,
    excludeCredentials: known,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  })
  const { ticket } = await issueTicket(em, ctx, { purpose: 'register', merchantId, sessionId, challenge: options.challenge })
  return { challengeId: ticket, options }
}

/** A passkey that a browser has made. */
interface NewPasskey {
  readonly actor: Actor
  readonly challengeId: string
  readonly name: string
  readonly response: PasskeyAttestation
}

/**
 * Makes a passkey a factor.
 *
 * @returns recovery codes with the first factor, which ends every other session.
 * @throws {DeadTicket} {WrongPasskey}
 * @throws {InvalidState} when the account has twenty.
 * @throws {MerchantTokenRequired} {ConfirmationRequired}
 */
export async function addPasskey(ctx: FactorContext, { actor, challengeId, name, response }: NewPasskey): Promise<string[] | undefined> {
  const { merchantId, sessionId } = requireConfirmedMerchant(ctx, actor)
  const { challenge, ...ticket } = await tryTicket(ctx, { ticket: challengeId, purposes: ['register'] })
  if (ticket.sessionId !== sessionId || challenge === null) throw new DeadTicket()
  const credential = await checkAttestation(ctx, { response, challenge })
  return changeFactors(ctx, { merchantId, sessionId }, async (em, { passkeys }) => {
    if (passkeys.length >= MOST_PASSKEYS) throw new InvalidState(`${MOST_PASSKEYS} passkeys`, 'add another passkey')
    await useTicket(em, ctx, challengeId)
    const { id: credentialId, publicKey, counter, transports = [] } = credential
    const passkey = { id: ctx.ids.uuid(), merchantId, credentialId, publicKey, counter: BigInt(counter), transports, name }
    if (!(await insertPasskey(em, { ...passkey, createdAt: ctx.clock.now() }))) throw new WrongPasskey()
    return { change: 'passkey_added', name }
  })
}

async function checkAttestation(
  ctx: FactorContext,
  { response, challenge }: { response: PasskeyAttestation; challenge: string },
): Promise<WebAuthnCredential> {
  const { rpID, origin } = relyingParty(ctx)
  const expected = {
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    supportedAlgorithmIDs,
  }
  const { verified, registrationInfo } = await refusing(verifyRegistrationResponse({ response, ...expected }))
  if (!verified) throw new WrongPasskey()
  return registrationInfo.credential
}

/** Renames a passkey. @throws {NotFound} {MerchantTokenRequired} {ConfirmationRequired} */
export async function renamePasskey(ctx: FactorContext, { actor, id, name }: { actor: Actor; id: string; name: string }): Promise<void> {
  const { merchantId } = requireConfirmedMerchant(ctx, actor)
  if (!(await renameStoredPasskey(ctx.orm.em.fork(), { merchantId, id, name }))) throw new NotFound('passkey')
}

/** Removes a passkey; it opens nothing from then on. @throws {NotFound} {MerchantTokenRequired} {ConfirmationRequired} */
export async function removePasskey(ctx: FactorContext, { actor, id }: { actor: Actor; id: string }): Promise<void> {
  const { merchantId, sessionId } = requireConfirmedMerchant(ctx, actor)
  await changeFactors(ctx, { merchantId, sessionId }, async (em) => {
    const name = await deletePasskey(em, { merchantId, id })
    if (name === undefined) throw new NotFound('passkey')
    return { change: 'passkey_removed', name }
  })
}
