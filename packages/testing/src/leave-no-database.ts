import { afterAll } from 'vitest'
import { dropDatabases } from './database.ts'

// A setup file: what it registers first ends last, after the file's own connections.
afterAll(() => dropDatabases())
