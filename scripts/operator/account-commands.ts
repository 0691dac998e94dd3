import { grantOperator, revokeOperator } from '@gateway/operations/accounts/operators/grant-operator'
import { signOutOperator } from '@gateway/operations/accounts/operators/sign-in-operator'
import { userInfo } from 'node:os'
import type { Commands } from './command.ts'
import { logIn } from './log-in.ts'
import { dropSession, keepSession, readSession } from './session-file.ts'

/** Commands about who is an operator, and their sessions. */
export const accountCommands: Commands = {
  grant: {
    takes: '<e-mail>',
    summary: 'make the owner of a verified account an operator; as the owner of the database',
    isOpen: true,
    as: 'owner',
    async run(ctx, { id: email }) {
      const isNew = await grantOperator(ctx, { email, by: userInfo().username })
      console.log(
        isNew ? `${email} is an operator. It decides once it has a second factor and has logged in.` : `${email} is an operator already.`,
      )
    },
  },
  revoke: {
    takes: '<e-mail>',
    summary: 'take the role from an operator and end its sessions; as the owner of the database',
    isOpen: true,
    as: 'owner',
    async run(ctx, { id: email }) {
      const wasOne = await revokeOperator(ctx, { email, by: userInfo().username })
      console.log(wasOne ? `${email} is no operator any more, and is signed out everywhere.` : `${email} is no operator.`)
    },
  },
  login: {
    takes: '',
    summary: 'open a session of an operator for twelve hours: asks e-mail (or --email), password and code',
    isOpen: true,
    as: 'api',
    async run(ctx, { email }) {
      const session = await logIn(ctx, { email })
      keepSession(ctx.sessionFile, session)
      console.log(`Logged in as ${session.email}, until ${session.expiresAt.toISOString()}.`)
    },
  },
  logout: {
    takes: '',
    summary: 'end that session',
    isOpen: true,
    as: 'api',
    async run(ctx) {
      const session = readSession(ctx.sessionFile)
      await signOutOperator(ctx, session)
      dropSession(ctx.sessionFile)
      console.log(`${session.email} is logged out.`)
    },
  },
}
