import type { Merchant } from '@gateway/domain/accounts/merchant'
import { z } from 'zod'
import { emailAddress } from './email-address.ts'
import { Id } from './wire/id.ts'
import { wireFilter, wireInput } from './wire/names.ts'
import { limit, Offset, PageView } from './wire/page.ts'
import { type Read, scalar } from './wire/scalar.ts'
import { countCharacters, oneLine, readText, text } from './wire/text.ts'
import { presentTime, Time } from './wire/time.ts'

const PASSWORD = { least: 8, most: 128 } as const
const LONGEST_ATTEMPT = 1_000

const Email = emailAddress('The e-mail address of the account. It is compared trimmed, in NFC and lower case.', 'ada@shop.example')

const NewPassword = scalar<string, string>(readNewPassword, {
  description: 'The password may be any text of 8 to 128 characters: length is the only rule.',
  example: 'correct horse battery staple',
  type: 'string',
  format: 'password',
  minLength: PASSWORD.least,
  maxLength: PASSWORD.most,
})

/** A new merchant account. */
export const RegisterInput = wireInput(
  z.object({
    email: Email,
    password: NewPassword,
    name: oneLine({ max: 100 }, { description: 'The name of the merchant, which e-mails begin with.', example: 'Ada Lovelace' }).optional(),
  }),
)
/** A registration whose e-mail address is in its canonical form. */
export type RegisterInput = z.output<typeof RegisterInput>

const AccountEmail = text(
  { max: LONGEST_ATTEMPT },
  { description: 'The e-mail address that the account was registered with.', example: 'ada@shop.example' },
)
const Attempt = (description: string) => text({ max: LONGEST_ATTEMPT }, { description, example: 'correct horse battery staple' })

/**
 * A sign-in attempt.
 * The format of an address or a password is not validated: an impossible one fails like a wrong one.
 */
export const LoginInput = wireInput(
  z.object({
    email: AccountEmail,
    password: Attempt('The password of the account.'),
  }),
)
/** A sign-in attempt as it was typed; neither member is proven yet. */
export type LoginInput = z.output<typeof LoginInput>

/** A code that stands for a second factor. */
export const SecondFactorCode = text(
  { min: 1, max: 100 },
  { description: 'The code is the six digits that the authenticator app shows, or a recovery code.', example: '492039' },
)

/** What finishes a sign-in to an account that asks for a second factor. */
export const SecondFactorInput = wireInput(
  z.object({
    ticket: text(
      { min: 1, max: LONGEST_ATTEMPT },
      { description: 'The ticket came in `details` of the answer `SECOND_FACTOR_REQUIRED`.', example: 'mNq3…' },
    ),
    code: SecondFactorCode,
  }),
)

/** A new password for the signed-in merchant. */
export const ChangePasswordInput = wireInput(
  z.object({ currentPassword: Attempt('The password that the account has until now.'), newPassword: NewPassword }),
)

/** Where to e-mail a link that sets a new password. The answer does not reveal whether the account exists. */
export const AskForResetInput = wireInput(z.object({ email: AccountEmail }))

const LinkToken = text({ min: 1, max: LONGEST_ATTEMPT }, { description: 'The token that the e-mailed link ends with.', example: 'mNq3…' })

/** A new password, set with the token from an e-mailed link. */
export const ResetPasswordInput = wireInput(z.object({ token: LinkToken, password: NewPassword }))

/** The token from the link that was e-mailed to the address of an account. */
export const VerifyEmailInput = wireInput(z.object({ token: LinkToken }))

/** Which page of sessions to list. */
export const ListSessionsInput = wireFilter(z.object({ limit: limit(50), offset: Offset }))
export type ListSessionsInput = z.output<typeof ListSessionsInput>

/** A merchant account in an answer. */
export const MerchantView = z
  .object({
    id: Id,
    email: z
      .string()
      .meta({ description: 'The e-mail address in its canonical form: trimmed, in NFC and lower case.', example: 'ada@shop.example' }),
    name: z.string().nullable().meta({ description: 'The name of the merchant, which e-mails begin with.', example: 'Ada Lovelace' }),
    email_verified: z.boolean().meta({ description: 'This is true once the merchant has opened the e-mailed link.', example: false }),
    created_at: Time,
  })
  .meta({ id: 'Merchant', description: 'A merchant account, which owns businesses.' })
export type MerchantView = z.output<typeof MerchantView>

/** The answer to a registration and a sign-in. */
export const SignedInView = z
  .object({
    token: z
      .string()
      .meta({ description: 'The bearer token acts for the merchant. Treat it as opaque.', example: 'eyJhbGciOiJFZERTQSJ9.e30.c2ln' }),
    expires_in: z.int().meta({ description: 'The token expires after this many seconds.', example: 604_800 }),
    merchant: MerchantView,
  })
  .meta({ id: 'SignedIn', description: 'A token and the merchant it belongs to.' })
export type SignedInView = z.output<typeof SignedInView>

const SessionView = z
  .object({
    id: Id,
    created_at: Time.meta({ description: 'The merchant signed in at this time.' }),
    expires_at: Time.meta({ description: 'The session expires at this time.' }),
    current: z.boolean().meta({ description: 'This is true for the session of the request itself.', example: true }),
  })
  .meta({ id: 'Session', description: 'An active sign-in of the merchant.' })

/** A page of sessions. */
export const SessionListView = z.object({ sessions: z.array(SessionView), ...PageView })

/** How many sessions a request has ended. */
export const EndedView = z.object({ sessions_ended: z.int().meta({ description: 'This many sessions ended.', example: 1 }) })

/** The same message for every request. */
export const SentView = z.object({
  message: z.string().meta({ description: 'The sentence says what happens next.', example: 'An e-mail is on its way.' }),
})

/** A session as its owner sees it. */
export const presentSession = (session: {
  id: string
  createdAt: Date
  expiresAt: Date
  isCurrent: boolean
}): z.output<typeof SessionView> => ({
  id: session.id,
  created_at: presentTime(session.createdAt),
  expires_at: presentTime(session.expiresAt),
  current: session.isCurrent,
})

/** A merchant as its owner sees it. */
export const presentMerchant = ({ id, email, name, createdAt, emailVerifiedAt }: Merchant): MerchantView => ({
  id,
  email,
  name,
  email_verified: emailVerifiedAt !== null,
  created_at: presentTime(createdAt),
})

/** A fresh sign-in. */
export const presentSignedIn = (signedIn: { token: string; expiresInSeconds: number; merchant: Merchant }): SignedInView => ({
  token: signedIn.token,
  expires_in: signedIn.expiresInSeconds,
  merchant: presentMerchant(signedIn.merchant),
})

function readNewPassword(raw: unknown): Read<string> {
  const read = readText(raw, { max: PASSWORD.most })
  if ('problem' in read || countCharacters(read.value) >= PASSWORD.least) return read
  return { problem: `must have at least ${PASSWORD.least} characters` }
}
