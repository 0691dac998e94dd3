import { createPasswords } from '@gateway/operations/accounts/passwords/password'
import { openTokenKeys } from '@gateway/operations/accounts/auth/merchant-token'
import { type OperatorSession, signInOperator } from '@gateway/operations/accounts/operators/sign-in-operator'
import { hostname } from 'node:os'
import type { OperatorContext } from './context.ts'
import { openTerminal } from './terminal.ts'

/**
 * Asks for e-mail, password and code, and opens a session of the operator.
 *
 * @throws {Error} when a setting of the api is missing here, or the sign-in is refused.
 */
export async function logIn(ctx: OperatorContext, { email }: { email: string | undefined }): Promise<OperatorSession> {
  const signing = signInContext(ctx)
  const terminal = openTerminal()
  try {
    return await signInOperator(signing, {
      email: email ?? (await terminal.ask('E-mail: ')),
      password: await terminal.askHidden('Password: '),
      askCode: (factors) => {
        const app = factors.includes('totp') ? 'Code of the authenticator app, or a recovery code: ' : 'Recovery code: '
        return terminal.ask(app)
      },
    })
  } finally {
    terminal.close()
  }
}

function signInContext(ctx: OperatorContext) {
  const { merchantTokenKey: privateKey, webhookSealingKey } = ctx
  if (!privateKey || !webhookSealingKey) throw new Error('set MERCHANT_TOKEN_KEY and WEBHOOK_SEALING_KEY as for the api, to log in')
  return {
    ...ctx,
    webhookSealingKey,
    tokenKeys: openTokenKeys({ issuer: ctx.publicUrl, privateKey }),
    passwords: createPasswords(),
    address: hostname(),
    browser: 'a terminal',
  }
}
