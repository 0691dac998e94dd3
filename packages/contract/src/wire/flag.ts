import { scalar, type ScalarMeta } from './scalar.ts'

const words: Readonly<Record<string, boolean>> = { true: true, false: false }

/** A boolean; queries spell it `true` or `false`. */
export const flag = (meta: ScalarMeta) =>
  scalar<boolean | 'true' | 'false', boolean>(
    (raw) => {
      const value = typeof raw === 'boolean' ? raw : words[String(raw)]
      return value === undefined ? { problem: 'must be true or false' } : { value }
    },
    { type: 'boolean', ...meta },
  )
