import { causesOf } from '@gateway/db/kernel/causes'

/** Temporary SQLSTATE classes and socket errors: connection lost, shutting down, too many clients, statement or lock timeout. */
const TRANSIENT = /^(?:08...|57P0[1-4]|57014|53...|55P03|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/
// The pool and the driver report a failed connection only in words.
const POOL_WORDS = /^(?:timeout exceeded when trying to connect|Connection terminated|Query read timeout)/

/** True when an error means that Postgres cannot serve at the moment. */
export const isDatabaseTrouble = (error: unknown): boolean =>
  causesOf(error).some(({ code, message }) => (typeof code === 'string' && TRANSIENT.test(code)) || POOL_WORDS.test(message))
