import { z } from 'zod'

/** How letters to merchants leave. */
export const MailEnv = z.object({
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .meta({
      description: 'Server that takes letters to merchants; without it they wait. `?requireTLS=true` insists on encryption.',
      example: 'smtps://user:password@smtp.example:465',
    }),
  MAIL_FROM: z.string().min(3).prefault('Payments <no-reply@localhost>').meta({
    description: 'Sender of letters to merchants, as it stands in their From.',
    example: 'Example Pay <no-reply@pay.example>',
  }),
  MAIL_FILE: z.string().optional().meta({
    description: 'File that letters are written into instead of sending them; refused in production.',
    example: '/tmp/letters.txt',
  }),
})
