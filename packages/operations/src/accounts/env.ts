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
    description: 'Ed25519 private key of merchants’ tokens: base64 of PKCS #8 DER.',
    example: 'MC4CAQAwBQYDK2VwBCIEI…',
  }),
})

/** How often signing in may fail; the same for every process that signs merchants in. */
export const ThrottlesEnv = z.object({
  THROTTLES: Throttled.prefault('{}').meta({
    description:
      'Attempts where they differ from the defaults: a JSON object of signInsPerAccount, signInsPerAddress and codesPerAccount (that fail, in 15 minutes), ' +
      'registrationsPerAddress, emailsPerAccount, emailsPerAddress, escrowsPerAddress, escrowsPerBusiness and escrowsPerAccount (in an hour), escrowTokensPerAddress and escrowTokensPerEscrow ' +
      '(wrong ones, in a minute).',
    example: '{"signInsPerAccount":10,"registrationsPerAddress":60}',
  }),
})

/** Where an operator's session is kept. */
export const OperatorSessionEnv = z.object({
  OPERATOR_SESSION_FILE: z.string().prefault('.data/operator-session.json').meta({
    description: 'File in which `npm run operator -- login` keeps the session, readable by its owner alone.',
    example: '/var/lib/gateway/operator-session.json',
  }),
})
