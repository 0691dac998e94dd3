import { afterAll } from 'vitest'
import { dropDatabases } from './database.ts'

// A setup file: its hook is registered first and runs last, after the file's own connections.
afterAll(() => dropDatabases())
