import { canonicalEmail, type Merchant } from '@gateway/domain/accounts/merchant'
import { z } from 'zod'
import { Id } from './wire/id.ts'
import { wireInput } from './wire/names.ts'
import { type Read, scalar } from './wire/scalar.ts'
import { countCharacters, readText, text } from './wire/text.ts'
import { presentTime, Time } from './wire/time.ts'

const PASSWORD = { least: 8, most: 128 } as const
const LONGEST_EMAIL = 254
const LONGEST_ATTEMPT = 1_000

const Email = scalar<string, string>(readEmail, {
  description: 'E-mail address; compared trimmed, in NFC and lower case.',
  example: 'ada@shop.example',
  type: 'string',
  format: 'email',
  maxLength: LONGEST_EMAIL,
})

const NewPassword = scalar<string, string>(readNewPassword, {
  description: 'Any text of 8 to 128 characters. Length is the only rule.',
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
    name: text({ max: 100 }, { description: 'How to address the person.', example: 'Ada Lovelace' }).optional(),
  }),
)
export type RegisterInput = z.output<typeof RegisterInput>

/**
 * An attempt to sign in.
 *
 * Whether an address or a password could exist at all is not told here: such an attempt fails like any other wrong one.
 */
export const LoginInput = wireInput(
  z.object({
    email: text({ max: LONGEST_ATTEMPT }, { description: 'E-mail address of the account.', example: 'ada@shop.example' }),
    password: text({ max: LONGEST_ATTEMPT }, { description: 'Password of the account.', example: 'correct horse battery staple' }),
  }),
)
export type LoginInput = z.output<typeof LoginInput>

/** A merchant account in an answer. */
export const MerchantView = z
  .object({
    id: Id,
    email: z.string().meta({ description: 'E-mail address in its canonical form.', example: 'ada@shop.example' }),
    name: z.string().nullable().meta({ description: 'How to address the person.', example: 'Ada Lovelace' }),
    created_at: Time,
  })
  .meta({ id: 'Merchant', description: 'A person who owns businesses.' })
export type MerchantView = z.output<typeof MerchantView>

/** What signing up and signing in answer with. */
export const SignedInView = z
  .object({
    token: z.string().meta({ description: 'Opaque bearer token of the merchant.', example: 'eyJhbGciOiJFZERTQSJ9.e30.c2ln' }),
    expires_in: z.int().meta({ description: 'Seconds until the token ends.', example: 604_800 }),
    merchant: MerchantView,
  })
  .meta({ id: 'SignedIn', description: 'A token and the account it stands for.' })
export type SignedInView = z.output<typeof SignedInView>

/** A merchant as its owner sees it. */
export const presentMerchant = ({ id, email, name, createdAt }: Merchant): MerchantView => ({
  id,
  email,
  name,
  created_at: presentTime(createdAt),
})

/** A fresh sign-in. */
export const presentSignedIn = (signedIn: { token: string; expiresInSeconds: number; merchant: Merchant }): SignedInView => ({
  token: signedIn.token,
  expires_in: signedIn.expiresInSeconds,
  merchant: presentMerchant(signedIn.merchant),
})

/** Letters of every script may stand on both sides (RFC 6531); whether somebody reads the address only a letter to it can tell. */
function readEmail(raw: unknown): Read<string> {
  const read = readText(raw, { max: LONGEST_EMAIL })
  if ('problem' in read) return read
  return z.regexes.unicodeEmail.test(canonicalEmail(read.value)) ? read : { problem: 'must be an e-mail address' }
}

function readNewPassword(raw: unknown): Read<string> {
  const read = readText(raw, { max: PASSWORD.most })
  if ('problem' in read || countCharacters(read.value) >= PASSWORD.least) return read
  return { problem: `must have at least ${PASSWORD.least} characters` }
}
