import { defaultEmailLimits, emailLimitNames } from '@gateway/domain/accounts/email'
import { defaultThrottles, throttleNames } from '@gateway/domain/accounts/throttle'
import { z } from 'zod'
import { derPrivateKey, JsonText } from '../kernel/settings.ts'

const Throttled = JsonText.pipe(
  z.partialRecord(z.enum(throttleNames), z.int().positive(), {
    error: `must be a JSON object with positive integers: ${throttleNames.join(', ')}`,
  }),
).transform((changes) => ({ ...defaultThrottles, ...changes }))

/** For the processes that sign merchants in: the api, and the operator command for operators. */
export const TokenKeyEnv = z.object({
  MERCHANT_TOKEN_KEY: derPrivateKey('ed25519').meta({
    description:
      'Ed25519 private key of merchants’ tokens, under which authenticator apps and the keys of sign-ins are sealed too: base64 of PKCS #8 DER.',
    example: 'MC4CAQAwBQYDK2VwBCIEI…',
  }),
})

/** How often signing in may fail; the same for every process that signs merchants in. */
export const ThrottlesEnv = z.object({
  THROTTLES: Throttled.prefault('{}').meta({
    description:
      'Attempts where they differ from the defaults: a JSON object of signInsPerAccount, signInsPerAddress and codesPerAccount (that fail, in 15 minutes), ' +
      'registrationsPerAddress, emailsPerAccount, emailsPerAddress, escrowsPerAddress, escrowsPerBusiness and escrowsPerAccount (in an hour), emailsPerAccountInDay, escrowTokensPerAddress and escrowTokensPerEscrow ' +
      '(wrong ones, in a minute).',
    example: '{"signInsPerAccount":10,"registrationsPerAddress":60}',
  }),
})

const Limited = JsonText.pipe(
  z.partialRecord(z.enum(emailLimitNames), z.int().positive(), {
    error: `must be a JSON object with positive integers: ${emailLimitNames.join(', ')}`,
  }),
).transform((changes) => ({ ...defaultEmailLimits, ...changes }))

/** How many e-mails go to strangers; the same for every process that queues e-mails. */
export const EmailLimitsEnv = z.object({
  EMAIL_LIMITS: Limited.prefault('{}').meta({
    description:
      'E-mails a day (UTC) to recipients whom their sender names, where they differ from the defaults: a JSON object of perRecipient (20, whoever sends them), ' +
      'perBusiness (500) and perAccount (1000). What is above a limit is not sent, and its merchant sees why.',
    example: '{"perRecipient":20,"perBusiness":2000}',
  }),
})

/** Where an operator's session is kept. */
export const OperatorSessionEnv = z.object({
  OPERATOR_SESSION_FILE: z.string().prefault('.data/operator-session.json').meta({
    description: 'File in which `npm run operator -- login` keeps the session, readable by its owner alone.',
    example: '/var/lib/gateway/operator-session.json',
  }),
})
