import type { PartialLexicon } from '../lexicon.ts';

export const german: PartialLexicon = {
  seek: [
    '(suche|suchen|gesucht|sucht|brauche|brauchen|benotige|benotigen)',
    '(auf der|bin auf|sind auf) (suche|der suche) (nach|)',
    '(kann|kannst|konnt|konnen|konnte|konntet|wurdet) (jemand|mir|ihr|uns|man|wer|) (jemand |mir |ihr |uns |einen |eine |ein |gute |gutes |guten |etwas |was |)(empfehlen|vorschlagen|raten)',
    '(konnt ihr|kannst du|konnen sie|wurdet ihr|kann mir jemand|kann uns jemand|jemand|wen|wer|was|welche|welches|welchen) (empfehlen|empfehlt|nehmen|nutzen|nehmt|nutzt|benutzt|verwendet)',
    '(empfehlen|empfehlung|empfehlungen|empfehlt|alternative zu|alternativen zu|ersatz fur|tipps fur)',
    '(welche|welches|welchen|welcher) (software|programm|tool|app|anbieter|firma|dienst|gerat|marke)',
    '(was|welches|welche) (nutzt|nehmt|benutzt|verwendet|empfehlt) (ihr|man|du)',
    '(wer|hat jemand|kennt jemand|kennt ihr|weiss jemand|hat wer|kennt wer) (hat|kennt|kann|macht|hilft|gute|einen|eine|ein|erfahrung|erfahrungen|)',
    '(was kostet|wie viel kostet|wo finde ich|wo bekomme ich|wo kaufe ich|wo kann ich)',
    '(ich|wir) (mochte|mochten|will|wollen|uberlege|uberlegen|plane|planen) (kaufen|mieten|wechseln|anschaffen|buchen|beauftragen)',
    '(uberlege|uberlegen)',
  ],
  choose: ['(oder lieber|was ist besser|lohnt sich|im vergleich|vergleich zwischen|umsteigen auf|wechseln zu|wechseln von)'],
  help: [
    '(wie (macht|lost|mache|kann|soll|geht|schaffe|bekomme) (ihr|ich|man|das|du|wir)|was (soll|kann|muss) (ich|man|wir)|brauche hilfe|hilfe|weiss nicht|wissen nicht|wir wissen nicht|hat jemand (eine idee|tipps|rat))',
    '(was (soll|sollen|kann|konnen) (ich|wir) (tun|machen))',
  ],
  pain: [
    '(verzweifelt|verliere (den|langsam) (uberblick|den uberblick)|problem mit|probleme mit|funktioniert nicht|geht nicht|kaputt|nervt|abgesagt|uberfordert|vergesse (standig|immer)|zahlt (seit|nicht)|stress|argere|leider nicht mehr|zu teuer|preise sind (schon |)(wieder |)gestiegen)',
  ],
  situation: ['(ich bin|wir sind|ich habe|wir haben|mein|meine|unser|unsere|bin seit|sind seit|wir ziehen)'],
  budget: ['(budget|nicht mehr als|maximal|hochstens|gunstig|gunstige|gunstigen|gunstiges|preiswert|zum festpreis|bis zu # euro)'],
  urgency: ['(dringend|schnell|sofort|bis (morgen|montag|freitag|samstag|ende)|in zwei wochen|am samstag|so bald wie moglich)'],
  seller: [
    '(wir|ich|ich habe|wir haben) (bieten|biete|verkaufe|verkaufen|entwickelt|gegrundet|gebaut|entwickle)',
    '(habe|haben) (entwickelt|veroffentlicht|gegrundet|gebaut|programmiert)',
    '(schreibt (uns|mir)|freuen uns uber|faire preise|kostenlos testen|gutschein|rabatt|unser angebot|wir sind ein (kleines|junges)|bekommen es kostenlos)',
  ],
  teach: [
    '(so geht|tipps|regeln|anleitung|zusammenfassung|erfahrungsbericht|daran erkennt|packt aus|so habe ich|wie ich|hier meine|hier ist meine|beschlossen|gesetz|wird pflicht)',
  ],
  discuss: ['(was haltet ihr|was denkt ihr|eure meinung|wie oft seid|fragt mich|wie findet ihr)'],
  opines: ['(was haltet ihr|was denkt ihr|eure meinung|wie oft (seid|habt)|fragt mich (alles|)|wie findet ihr|steigt ab|was meint ihr)'],
  solved: ['(gelost|erledigt|hat sich erledigt)'],
  glad: ['(geschafft|endlich (in|da|mein|fertig|habe)|danke an alle)'],
  joins: ['(geht mir (auch|genauso)|bei (mir|uns) auch|das gleiche problem|ich auch|wir auch|suche ich auch)'],
  answers: ['(ich nutze|wir nutzen|ich nehme|kann ich empfehlen|bin zufrieden|wir haben|nimm einfach|versuch|schau dir)'],
  promotes: ['(schreib (mir|uns)|link im profil|rabattcode|unsere firma|mein unternehmen)'],
  notice: ['(ich bin ein bot|automatisch|beitrag (entfernt|geloscht)|regel #)'],
  courtesy: ['(danke|vielen dank|gluckwunsch|super beitrag)'],
};
