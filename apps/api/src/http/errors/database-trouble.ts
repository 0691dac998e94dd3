import { causesOf } from '@gateway/db/kernel/causes'

/** SQLSTATEs of a server that cannot serve at the moment: connection lost, shutting down, starting, full, or a limit of time. */
const SQLSTATES = /^(?:08...|25P0[34]|53...|55P03|57014|57P0[1-5])$/
/** Codes of a connection that broke; one that could not be made is known by its system call. */
const SOCKET_CODES = /^(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|E(?:NET|HOST)(?:DOWN|UNREACH)|ENOTFOUND|EAI_AGAIN)$/
/** What the pool and the driver report only in words; the last is said within a transaction whose connection ended between two statements. */
const WORDS = [
  /^timeout (?:exceeded when trying to connect|expired)/,
  /^Connection terminated/,
  /^Query read timeout/,
  /^There was an error establishing an SSL connection/,
  /^Client (?:has encountered a connection error|was closed) and is not queryable/,
] as const

/** True when an error means that Postgres cannot serve at the moment. */
export const isDatabaseTrouble = (error: unknown): boolean =>
  causesOf(error).some(({ code, syscall, message }) => {
    if (syscall === 'connect' || WORDS.some((words) => words.test(message))) return true
    return typeof code === 'string' && (SQLSTATES.test(code) || SOCKET_CODES.test(code))
  })
