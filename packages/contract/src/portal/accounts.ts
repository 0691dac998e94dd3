import type { FactorName, Factors } from '@gateway/domain/accounts/factors'
import { confirmedUntil, type Merchant, type SessionOrigin } from '@gateway/domain/accounts/merchant'
import { z } from 'zod'
import { SecondFactorCode } from '../accounts.ts'
import { Id, pathId } from '../wire/id.ts'
import { PageView } from '../wire/page.ts'
import { oneLine, text } from '../wire/text.ts'
import { presentTime, presentTimeOrNull, Time } from '../wire/time.ts'

const LONGEST_SECRET = 1_000
const LONGEST_ANSWER = 20_000

const Secret = (description: string) => text({ min: 1, max: LONGEST_SECRET }, { description, example: 'mNq3…' })
const Encoded = z.string().max(LONGEST_ANSWER)
/** No extension is asked for. */
const NoExtensions = z
  .custom<object>()
  .optional()
  .transform(() => ({}))
const credential = { id: Encoded, rawId: Encoded, type: z.literal('public-key'), clientExtensionResults: NoExtensions }

/** The answer of a browser to `navigator.credentials.get`, in its JSON form (WebAuthn §5.1.8). */
const Assertion = z.object({
  ...credential,
  response: z.object({ clientDataJSON: Encoded, authenticatorData: Encoded, signature: Encoded, userHandle: Encoded.exactOptional() }),
})

/** The answer of a browser to `navigator.credentials.create`. */
const Attestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Encoded,
    attestationObject: Encoded,
    transports: z.array(z.string().max(50)).max(10).exactOptional(),
  }),
})

/** Which sign-in a passkey continues; without a ticket it signs in alone. */
export const PasskeyOptionsInput = z.object({ ticket: Secret('The ticket of a sign-in.').optional() }).prefault({})

/** What a passkey has signed. */
export const PasskeyInput = z.object({ challenge_id: Secret('The id of the challenge.'), response: Assertion })

/** What confirms a session again: the password, or a code of the authenticator app. */
export const ConfirmInput = z.union([z.object({ password: Secret('The password of the account.') }), z.object({ code: SecondFactorCode })])

const Name = oneLine({ min: 1, max: 100 }, { description: 'The name tells passkeys apart.', example: 'Laptop' })
const PasskeyId = pathId('passkey')

/** A code of a new authenticator app. */
export const ConfirmTotpInput = z.object({ code: SecondFactorCode })

/** A passkey that a browser has made. */
export const AddPasskeyInput = z.object({ challenge_id: Secret('The id of the challenge.'), name: Name, response: Attestation })

/** Another name of a passkey. */
export const RenamePasskeyInput = z.object({ id: PasskeyId, name: Name })

/** A passkey to remove. */
export const RemovePasskeyInput = z.object({ id: PasskeyId })

/** A session to end. */
export const EndSessionInput = z.object({ id: pathId('session') })

/** The merchant behind a session of the portal. */
const PortalMerchantView = z.object({
  id: Id,
  email: z.string(),
  name: z.string().nullable(),
  email_verified: z.boolean(),
  is_operator: z.boolean(),
})

/** A finished sign-in. */
export const PortalSignedInView = z.object({ status: z.literal('signed_in'), merchant: PortalMerchantView })

/** A sign-in, finished or not. */
export const PortalSignInView = z.discriminatedUnion('status', [
  PortalSignedInView,
  z.object({
    status: z.literal('second_factor'),
    ticket: z.string(),
    expires_at: Time,
    factors: z.array(z.enum(['totp', 'passkey', 'recovery_code'])),
  }),
])

const SessionView = z.object({
  status: z.literal('signed_in'),
  merchant: PortalMerchantView,
  /** True when more than the password was checked at sign-in. */
  second_factor: z.boolean(),
  /** Until then nothing asks for a confirmation. */
  confirmed_until: Time,
})

/** The session of the request, or the fact that it has none. */
export const CurrentView = z.discriminatedUnion('status', [SessionView, z.object({ status: z.literal('signed_out') })])

/** Until when a confirmation counts. */
export const ConfirmedView = z.object({ confirmed_until: Time })

/** A page of the sessions of a merchant. */
export const PortalSessionsView = z.object({
  sessions: z.array(
    z.object({
      id: Id,
      browser: z.string(),
      opened_in: z.enum(['portal', 'api', 'terminal']),
      created_at: Time,
      expires_at: Time,
      is_current: z.boolean(),
    }),
  ),
  ...PageView,
})

/** The factors of an account. */
export const FactorsView = z.object({
  passkeys: z.array(z.object({ id: Id, name: z.string(), created_at: Time, last_used_at: Time.nullable() })),
  totp_since: Time.nullable(),
  recovery_codes_left: z.int(),
})

/** A secret for an authenticator app. */
export const TotpSecretView = z.object({ secret: z.string(), uri: z.string() })

/** Recovery codes, which are shown once; absent unless the first factor was just added. */
export const FirstCodesView = z.object({ recovery_codes: z.array(z.string()).optional() })

/** New recovery codes. */
export const RecoveryCodesView = z.object({ recovery_codes: z.array(z.string()) })

/** An answer that says nothing. */
export const DoneView = z.object({ done: z.literal(true) })

/** A merchant as the portal shows it. */
const presentPortalMerchant = ({ id, email, name, emailVerifiedAt, operatorSince }: Merchant): z.output<typeof PortalMerchantView> => ({
  id,
  email,
  name,
  email_verified: emailVerifiedAt !== null,
  is_operator: operatorSince !== null,
})

/** The session of a request. */
export const presentCurrent = (
  merchant: Merchant,
  session: { confirmedAt: Date; hasSecondFactor: boolean },
): z.output<typeof SessionView> => ({
  status: 'signed_in',
  merchant: presentPortalMerchant(merchant),
  second_factor: session.hasSecondFactor,
  confirmed_until: presentTime(confirmedUntil(session)),
})

/** A finished sign-in, without its token. */
export const presentPortalSignIn = ({ merchant }: { merchant: Merchant }): z.output<typeof PortalSignedInView> => ({
  status: 'signed_in',
  merchant: presentPortalMerchant(merchant),
})

/** A sign-in that a second factor finishes. */
export const presentSecondFactor = (asked: { ticket: string; expiresAt: Date; factors: readonly FactorName[] }) => ({
  status: 'second_factor' as const,
  ticket: asked.ticket,
  expires_at: presentTime(asked.expiresAt),
  factors: [...asked.factors],
})

/** What a passkey is asked to sign. */
export const presentChallenge = <Options>({ challengeId, options }: { challengeId: string; options: Options }) => ({
  challenge_id: challengeId,
  options,
})

/** Until when a confirmation counts. */
export const presentConfirmed = (until: Date): z.output<typeof ConfirmedView> => ({ confirmed_until: presentTime(until) })

/** A session as the portal lists it. */
export const presentPortalSession = (session: {
  id: string
  browser: string
  openedIn: SessionOrigin
  createdAt: Date
  expiresAt: Date
  isCurrent: boolean
}): z.output<typeof PortalSessionsView>['sessions'][number] => ({
  id: session.id,
  browser: session.browser,
  opened_in: session.openedIn,
  created_at: presentTime(session.createdAt),
  expires_at: presentTime(session.expiresAt),
  is_current: session.isCurrent,
})

/** The factors of an account, as the portal lists them. */
export const presentFactors = ({ passkeys, totpSince, recoveryCodesLeft }: Factors): z.output<typeof FactorsView> => ({
  passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
    id,
    name,
    created_at: presentTime(createdAt),
    last_used_at: presentTimeOrNull(lastUsedAt),
  })),
  totp_since: presentTimeOrNull(totpSince),
  recovery_codes_left: recoveryCodesLeft,
})
