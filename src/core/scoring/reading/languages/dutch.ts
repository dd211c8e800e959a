import type { PartialLexicon } from '../lexicon.ts';

export const dutch: PartialLexicon = {
  seek: [
    '(zoek|zoeken|gezocht|op zoek naar|ben op zoek|zijn op zoek|nodig) (een|iemand|naar|)',
    '(raden|raad|raadt|aanraden|aanbevelen|tips voor|aanrader|aanraders) (jullie|je|iemand|)',
    '(kan|kunnen|kun|zou|zouden) (iemand|jullie|je) (aanraden|aanbevelen|helpen)',
    '(kent|kennen|weet|weten|heeft|gebruikt) (iemand|jullie) (een|goede|ervaring|)',
    '(alternatief|alternatieven|vervanger|vervanging) (voor|)',
    '(welk|welke) (programma|software|app|bedrijf|dienst|merk|pakket|tool|model|boekhoudprogramma)',
    '(wat|welke|welk) (gebruiken|gebruik|nemen|kiezen|raden) (jullie|je)',
    '(wie kan|waar kan ik|waar vind ik|waar koop ik|wat kost|hoeveel kost)',
    '(ik|we|wij) (wil|willen|overweeg|overwegen|ben van plan) (kopen|huren|overstappen|laten|inhuren)',
    '(wil overstappen|overstappen)',
    '(goede|goedkope|betrouwbare|betaalbare) (fietsenmaker|boekhouder|monteur|aannemer|verhuizer|tandarts|leraar)',
  ],
  choose: ['(wat is beter|of toch|de moeite waard|vergeleken met|vergelijken)'],
  help: [
    '(hoe (doen|doe|kan|moet|pak|krijg) (jullie|ik|je|we)|wat (moet|kan|zal) ik (doen|)|help|hulp|weet niet (meer |)(wat|hoe|wie)|heeft iemand (tips|een idee))',
  ],
  pain: [
    '(loop (helemaal |)vast|werkt niet|doet het niet|laadt niet|kapot|lekke band|probleem met|problemen met|betaalt (al|niet)|valt steeds uit|klopt nooit|baal|wanhopig|gestolen|te duur|niet meer op|vergeet (steeds|altijd))',
  ],
  situation: ['(ik ben|wij zijn|we zijn|ik heb|we hebben|mijn|onze|net begonnen)'],
  budget: ['(budget|maximaal|goedkoop|goedkope|betaalbaar|niet meer dan|tot # euro)'],
  urgency: ['(dringend|zo snel mogelijk|vandaag|morgen|deze week|voor vrijdag|spoed)'],
  seller: [
    '(wij hebben|ik heb|we hebben) (gemaakt|gelanceerd|ontwikkeld|gebouwd|gratis)',
    '(wij bieden|ik bied|wij verkopen|we horen graag|wij komen|stuur een bericht|korting|gratis proberen|onze klanten|voor een afspraak)',
  ],
  teach: ['(zo kreeg|zo houd|tips|in vijf stappen|mijn verhaal|samenvatting|handleiding|kabinet|nieuws|zo heb ik)'],
  discuss: ['(wat vinden jullie|wat vind je|jullie mening|vraag maar raak|wat is jullie favoriete)'],
  opines: ['(wat vinden jullie|wat vind je|jullie mening|vraag maar raak|wat is jullie favoriete|wat is jullie)'],
  solved: ['(opgelost)'],
  glad: ['(eindelijk|gelukt|bedankt allemaal)'],
  joins: ['(ik ook|wij ook|hier ook|zelfde probleem|heb ik ook|hetzelfde hier)'],
  answers: ['(ik gebruik|wij gebruiken|probeer|ik raad|kan ik aanraden|neem gewoon)'],
  promotes: ['(stuur (mij|me|ons)|link in bio|mijn bedrijf|ons bedrijf|kortingscode)'],
  notice: ['(ik ben een bot|automatisch|regel #)'],
  courtesy: ['(bedankt|dank je|dankjewel|gefeliciteerd)'],
};
