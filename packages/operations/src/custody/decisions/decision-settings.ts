import { createSecretKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import type { guardedRoles } from './guarded-roles.ts'

/** A role whose decisions are authenticated and remembered, with the setting that makes both needed. */
interface Deciding {
  readonly role: keyof typeof guardedRoles
  readonly requiredWith: string
}

/** The setting of the key that authenticates the decisions of a role. */
export const decisionKey = ({ role, requiredWith }: Deciding) =>
  z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits')
    .transform((hex): KeyObject => createSecretKey(Buffer.from(hex, 'hex')))
    .optional()
    .meta({
      description: `Key that authenticates the decisions of the role \`${role}\`: 64 hexadecimal digits. Required with \`${requiredWith}\`.`,
      example: '0f3a…',
    })

/** The setting of the file in which a role remembers its last decision. */
export const sequenceFile = ({ role, requiredWith, example }: Deciding & { readonly example: string }) =>
  z
    .string()
    .min(1)
    .optional()
    .meta({
      description: `File in which the role \`${role}\` remembers its last decision, so that a database restored from a backup sends nothing. It belongs to no backup. Required with \`${requiredWith}\`.`,
      example,
    })
