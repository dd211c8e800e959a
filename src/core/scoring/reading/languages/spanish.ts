import type { PartialLexicon } from '../lexicon.ts';

export const spanish: PartialLexicon = {
  seek: [
    '(busco|buscamos|buscando|necesito|necesitamos|se busca|quisiera|me gustaria) (un|una|algun|alguna|algo|alguien|)',
    '(me|nos|alguien|que|cual|cuales|podeis|pueden|puede|podria|podrian|) (recomendais|recomiendan|recomiendas|recomendar|recomendarme|recomendarnos|aconsejais|aconsejan|sugieren|recomienda)',
    '(podeis|pueden|puede alguien|podria alguien) (recomendar|recomendarme|aconsejarme|sugerir)',
    '(me|nos) (podeis|pueden|puede|podrian|podriais) (recomendar|aconsejar|sugerir)',
    '(alguien|alguno) (conoce|sabe|usa|ha usado|ha probado|recomienda|tiene)',
    '(alternativa|alternativas|recomendacion|recomendaciones|sustituto) (a|de|para|)',
    '(que|cual) (programa|software|aplicacion|app|herramienta|empresa|servicio|plataforma|marca|academia|modelo)',
    '(que|cual|cuales) (usais|usan|utilizais|utilizan|usas|es el mejor|es la mejor|me comprariais)',
    '(alguna|algun) (plataforma|programa|aplicacion|academia|empresa|app|herramienta|servicio|profesor)',
    '(donde|cuanto) (puedo|encuentro|encontrar|compro|comprar|cuesta|cobran|costaria)',
    '(quiero|queremos|estoy pensando en|pienso|necesito) (comprar|contratar|cambiar|preparar|alquilar|que alguien|a alguien|alguien)',
  ],
  choose: ['(cual es mejor|merece la pena|vale la pena|comparado con|que es mejor|cambiar de|cambiarme a)'],
  help: [
    '(como (lo haceis|haceis|hacen|puedo|hago|llevais)|que (puedo|hago|debo|podemos) (hacer|)|ayuda|no se (como|que|donde)|algun consejo|alguna idea|sugerencias)',
  ],
  pain: [
    '(no (me|nos) (paga|pagan|funciona|deja|sale)|agobiado|agobiada|desesperado|desesperada|es un desastre|un desastre|problema con|problemas con|se me olvida|no puedo|sin poder|harto|harta|estropeado|roto|me bloqueo|demasiado caro|ha subido|han subido)',
  ],
  situation: ['(soy|somos|tengo|tenemos|mi|nuestro|nuestra|acabo de|estoy|llevo)'],
  budget: ['(presupuesto|maximo|barato|barata|economico|economica|hasta # euros|no mas de)'],
  urgency: ['(urgente|cuanto antes|lo antes posible|en un mes|esta semana|antes del|para manana)'],
  seller: [
    '(hemos|he) (creado|lanzado|desarrollado|hecho|abierto|fundado)',
    '(doy clases|ofrezco|ofrecemos|vendo|vendemos|escribeme|escribidme|contactame|enlace en el perfil|primera gratis|por privado|nos encantaria saber|que os parece)',
  ],
  teach: ['(consejos|os cuento|os dejo|resumen|guia|como consegui|como logre|noticia|mi experiencia|hacienda|el gobierno)'],
  discuss: ['(que opinais|que pensais|que opinan|vuestra opinion|cual es vuestra|cual es tu|preguntadme)'],
  opines: ['(que opinais|que pensais|que opinan|vuestra opinion|cual es (vuestra|tu|su)|preguntadme|a favor o en contra)'],
  solved: ['(solucionado|resuelto)'],
  glad: ['(por fin|aprobe|lo consegui|gracias a todos)'],
  joins: ['(yo tambien|a mi tambien|me pasa lo mismo|nos pasa lo mismo|estoy igual|lo mismo aqui|igual por aqui)'],
  answers: ['(yo uso|uso|nosotros usamos|te recomiendo|os recomiendo|prueba|probad|a mi me funciona)'],
  promotes: ['(escribeme|mandame|enlace en|mi empresa|codigo de descuento|nuestra empresa)'],
  notice: ['(soy un bot|automaticamente|mensaje automatico|regla #)'],
  courtesy: ['(gracias|muchas gracias|enhorabuena|felicidades)'],
};
