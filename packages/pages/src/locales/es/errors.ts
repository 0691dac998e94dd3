import type { ErrorTexts } from '../en/errors.ts'

/** Texts of pages for addresses that lead nowhere and for answers that failed. */
export const errors: ErrorTexts = {
  notFound: 'No hay ninguna página en esta dirección',
  notFoundHelp: 'Puede que el enlace sea antiguo o que le falte un carácter al final. Sus pagos y ajustes no se ven afectados.',
  searchDocs: 'Buscar en la documentación',
  refundNotFound: 'Este enlace de reembolso no funciona',
  refundNotFoundHelp:
    'Puede estar incompleto, ser demasiado antiguo, haber sido sustituido por otro más reciente o retirado porque el pago se resolvió de otra forma.',
  askShop: 'Pida un enlace nuevo a la tienda',
  askShopHelp: 'La tienda puede ver qué ha sido de su dinero. Nadie necesita para eso su frase de recuperación.',
  failed: 'No se pudo crear esta página',
  failedHelp: 'El fallo es nuestro y ha quedado registrado. Los pagos se siguen vigilando y reenviando.',
  requestId: 'ID de la solicitud, para soporte',
  tryAgain: 'Intentar de nuevo',
  aboutToPay: '¿Iba a pagar? Espere a que vuelva la página: muestra el importe correcto.',
  unavailable: 'El servicio no está disponible en este momento',
  unavailableHelp: 'Estamos trabajando en ello. Esta página se recarga sola cada 30 segundos.',
  paidAlready: 'Ya ha pagado',
  paidAlreadyHelp: 'El pago está en la red y lo leemos en cuanto volvamos. Lo que se envió a tiempo cuenta como enviado a tiempo.',
  notPaidYet: 'Todavía no ha pagado',
  notPaidYetHelp: 'Espere a que vuelva la página. No envíe a una dirección de memoria ni de una captura de pantalla.',
  runShop: 'Usted tiene una tienda',
  runShopHelp: 'Las llamadas a la API responden 503 con Retry-After. Los webhooks llegan después; no se pierde ninguno.',
  limited: 'Demasiadas solicitudes',
  limitedHelp: 'Esta página se ha pedido demasiadas veces desde su conexión. Espere un minuto e inténtelo de nuevo.',
  refused: 'Esta solicitud no se aceptó',
  refusedHelp: 'No ha cambiado nada. Vuelva atrás, abra el enlace de nuevo y repita allí el último paso.',
}
