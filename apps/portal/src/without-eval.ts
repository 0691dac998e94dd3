import { z } from 'zod'

// zod would compile its schemas with `new Function`, which the content security policy refuses and reports. Imported before any schema is made.
z.config({ jitless: true })
