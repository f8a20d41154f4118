"""What Spanish questions ask for: rules over folded clauses ("está" is "sta", see `es`)."""

from __future__ import annotations

from whichone_core.question.requests import (
    DESCRIPTION,
    IDENTIFICATION,
    OTHERS,
    READING,
    Request,
    Rule,
    asks,
)
from whichone_core.types.questions import Intent, TextField

_F = TextField
_THIS = r"(?:est[aeo]s?|es[aeo]s?|aquell?[ao]s?|aquel)"
_BE = r"(?:es|son|sta|estan|sera|seran|era|sigue|siguen|parecen?)"
COLOURS = (
    r"(?:roj[oa]s?|azul(?:es)?|verdes?|amarill[oa]s?|negr[oa]s?|blanc[oa]s?|gris(?:es)?|"
    r"marron(?:es)?|cafes?|rosad?[oa]?s?|morad[oa]s?|violetas?|lilas?|naranjas?|anaranjad[oa]s?|"
    r"beige|dorad[oa]s?|platead[oa]s?|turquesas?|celestes?|granates?)"
)
_JUDGED = (
    r"(?:mal[oa]s?|pasad[oa]s?(?! de fecha)|podrid[oa]s?|moh\w*|madur[oa]s?|fresc[oa]s?|hech[oa]s?"
    r"(?! (?:de|con|en))|cocid[oa]s?|crud[oa]s?|comestibles?|san[oa]s?|saludables?|buen[oa]s?|bien|"
    r"bonit[oa]s?|fe[oa]s?|mojad[oa]s?|sec[oa]s?|limpi[oa]s?|suci[oa]s?|manchad[oa]s?|rot[oa]s?|"
    r"danad[oa]s?|list[oa]s?|quemad[oa]s?|verdader[oa]s?|autentic[oa]s?|fals[oa]s?|venenos[oa]s?|"
    r"toxic[oa]s?|peligros[oa]s?|segur[oa]s?|estropead[oa]s?|descompuest[oa]s?|averiad[oa]s?|"
    r"arrugad[oa]s?|apt[oa]s?(?! para))"
)
_FOODS = (
    r"(?:frutos secos|nuez|nueces|cacahue?tes?|cacahuates?|mani|almendras?|avellanas?|huevos?|"
    r"leche|soja|soya|trigo|sesamo|ajonjoli|marisc\w*|pescado|mostaza|apio|cafeina|alcohol|cerdo|"
    r"gelatina|lacteos?|derivados)"
)
_PILLS = r"(?:pastillas?|tabletas?|comprimidos?|capsulas?|gotas?|pildoras?|cucharadas?|veces|ml)"
_LETTER = r"(?:carta|sobre|paquete|correo|mensaje|postal|nota)"
_LAMP = (
    r"(?:luz|luces|lamparas?|focos?|bombill[oa]s?|tele|television|televisor|pantalla|"
    r"computador[a]?|"
    r"ordenador|monitor|led|velas?|linterna|pc)"
)
_LIT = r"(?:encendid[oa]s?|prendid[oa]s?|apagad[oa]s?)"
_PICTURE = r"(?:foto|fotografia|imagen|escena|habitacion|cuarto|pantalla|vista)"
_WHAT = r"(?:que|cual|cuales)"

_WROTE = (
    r"(?:me |nos |lo |la |esto |ha )*(?:escribio|escrito|firmo|firmado|envio|enviado|mando|mandado)"
    r"(?: (?:esto|eso|(?:esta|este|la|el|mi) "
    r"(?:carta|nota|correo|mensaje|postal|documento|papel)))?"
)

BEYOND = (
    asks(
        Request(Intent.BEYOND, OTHERS),
        r"\b(?:al reves|boca (?:arriba|abajo)|patas arriba|del (?:reves|derecho)|otro lado|"
        r"orientacion|parte de (?:delante|atras|detras))\b",
        r"\b(?:foto|imagen) (?:anterior|pasada|de antes)\b|\b(?:borros|enfocad|centrad)[oa]\b",
        r"\bdonde (?:puedo|podria|se puede|lo compro|compro|consigo|vende\w*|se vende\w*|estoy)\b",
        r"\bdonde (?:fue|sta|se) (?:hech|fabric|produc)",
    ),
    asks(
        Request(Intent.BEYOND, OTHERS),
        rf"^(?!.*\b(?:cuando|donde)\b)(?:ya )?{_BE} (?!un\b|una\b).*\b{_JUDGED}\b(?! hasta)",
        rf"^(?:{_THIS}|el|la|los|las|mi|mis) .*\b{_BE} (?:\w+ )?{_JUDGED}$",
        r"\b(?:manchas?|agujeros?|roturas?|rasgunos?|iguales)\b",
        r"\ben (?:buen|mal|buenas|malas) (?:estado|condiciones)\b",
        rf"^(?:{_THIS} )?(?:huele|sabe|se ve|esta) (?:bien|mal|raro)\b",
    ),
    asks(
        Request(Intent.BEYOND, OTHERS),
        r"\b(?:combinan?|conjuntan?|pegan?|hacen? juego|van? (?:bien )?(?:con|juntos)|"
        r"quedan? (?:bien|mal)|me quedan?|me sientan?)\b",
        r"\b(?:te gustan?|crees que|te parecen?|opinas|recomiendas|aconsejas)\b",
        r"\bcomo me (?:veo|ves|queda)\b|\bque tal me\b",
        r"^(?:por que|deberia|debo|tendria que|me conviene|puedo|podria|se puede|podemos|conviene|"
        r"vale la pena|sirve)\b(?! ver\b)",
    ),
    asks(
        Request(Intent.BEYOND, OTHERS),
        r"\bpara que (?:sirven?|es|son|se (?:usa|utiliza))\b",
        r"\b(?:significa|quiere decir|traduc\w+|efectos secundarios|capital de|que tiempo hace|"
        r"va a llover|solucion|resuelve|invento|pinto|gano)\b",
        r"\b(?:quien eres|como te llamas|tu nombre|que eres)\b",
        r"\bque (?:debo|deberia|puedo|podria|hago|tengo que) (?:hacer|comer|ponerme|cocinar|"
        r"elegir)",
    ),
    asks(
        Request(Intent.BEYOND, IDENTIFICATION),
        rf"^quien(?:es)? (?!{_WROTE}$)(?!.*\b(?:autor|autora|escritor|artista|editorial|"
        r"remitente|fabricante|escribe|envia|manda|firma)\b)\w+",
        rf"^de quien(?:es)? (?!.*\b{_LETTER}\b)\w+",
    ),
)
FIELDS = (
    asks(
        Request(Intent.CODE, READING),
        r"\b(?:codigos? (?:de barras?|qr)|qr|escane\w+)\b",
    ),
    asks(
        Request(Intent.FIELD, READING, _F.EXPIRY),
        r"\b(?:caduc\w+|aguant\w+|venc(?:e|en|io|ieron|id[oa]s?|imiento)|expir\w+|"
        r"preferente(?:mente)?|"
        r"pasad[oa]s? de fecha|en fecha|se (?:echan?|eche) a perder|se ponen? mal[oa]s?|"
        r"hasta (?:cuando|que (?:dia|fecha|mes|ano))|cuando (?:dura|se pasa)|"
        r"consum(?:ir|irse|e) antes|fecha (?:de|limite de) (?:consumo|uso|vigencia))\b",
    ),
    asks(
        Request(Intent.FIELD, READING, _F.PHONE),
        r"\bnumero de (?:telefono|movil|celular|contacto|fax|atencion|whatsapp)\b",
        r"\bnumero\b.*\b(?:llam|marc)(?:ar|o|e)\b|\b(?:cual es|dime|dame|pone|aparece|"
        r"que) (?:\w+ )?"
        r"(?:el )?telefono\b(?! (?:es|tengo))",
        r"\btelefono de (?:contacto|atencion|la (?:empresa|tienda|farmacia|clinica)|"
        r"emergencias?)\b",
        r"\blinea de (?:ayuda|atencion)\b",
    ),
    asks(
        Request(Intent.FIELD, READING, _F.DOSAGE),
        r"\b(?:dosis|posologia|dosificacion|miligramos?|mg|concentracion|"
        r"cada cuant[oa]s?(?: \w+)? (?:se |tengo|debo|hay|lo|la|me|tom)\w*|"
        r"cada cuant[oa]s? horas)\b",
        rf"\bcuant[oa]s? (?:\w+ )?{_PILLS}\b.*\b(?:tom|deb|tengo|hay que|pon|ech|aplic|al dia|son|"
        r"recet)\w*",
        r"\b(?:como|cuando|cuanto) (?:se |lo |la |los |las |me |debo |tengo que |hay que )*"
        r"tom(?:an?|ar\w*|o)\b",
        r"\bcuant[oa]s?\b(?!.*\b(?:fotos?|imagenes)\b).*\btom(?:an?|ar\w*|o)\b",
        r"\bcuant[oa]s? (?:veces )?(?:al|por|cada) (?:dia|semana)\b",
    ),
    asks(
        Request(Intent.FIELD, OTHERS, _F.INGREDIENTS),
        r"\b(?:ingredientes?|alergen\w*|alergi\w*|gluten|lactosa|vegan[oa]s?|vegetarian[oa]s?|"
        r"halal|kosher|hech[oa]s? (?:de|con)|composicion|de que (?:sta|estan|es|son) (?:hech|"
        r"fabricad)[oa]s?|celiac\w+|trazas|contienen?)\b",
        rf"\b(?:tienen?|llevan?|traen?|echa\w+|pusieron|con|sin) (?:\w+ )?{_FOODS}\b(?! en )",
    ),
    asks(
        Request(Intent.FIELD, OTHERS, _F.NUTRITION),
        r"\b(?:calorias?|kilocalorias|nutri\w+|sodio|azucar(?:es)?|carbohidratos?|hidratos|"
        r"proteinas?|fibra|colesterol|grasas?|cuant[oa] (?:sal|cafeina|hierro|calcio)|vitaminas? "
        r"(?:tiene|lleva|trae))\b",
    ),
    asks(
        Request(Intent.FIELD, READING, _F.INSTRUCTIONS),
        r"\b(?:instrucciones|indicaciones|modo de (?:empleo|uso|preparacion)|receta(?! medica)|"
        r"cuanto tiempo|cuantos minutos (?!son))\b",
        r"\bcuanto (?:lo |la |se |hay que |tengo que |debo |tarda )*(?:calent|cocin|hornea|herv|"
        r"cuec|coc|dej|caliento)\w*",
    ),
    asks(
        Request(Intent.FIELD, OTHERS, _F.INSTRUCTIONS),
        r"\bcomo (?:se |lo |la |puedo |debo |hay que |tengo que )*(?:us[ao]|utiliz[ao]|prepar[ao]|"
        r"cocin[ao]|hag?[oa]|calient[ao]|calentar|hacer|lav[ao]|limpi[ao]|mont[ao]|abr[eo]|abrir|"
        r"aplic[ao]|hierv[eo]|hervir|planch[ao])[rn]?(?:l[oae]s?)?\b",
    ),
    asks(
        Request(Intent.FIELD, READING, _F.TEMPERATURE),
        r"\b(?:horno|nevera|calefaccion)\b.*\ba cuanto\b|\ba cuanto\b.*\b(?:horno|nevera)\b",
        r"\b(?:temperatura|termostato|termometro|cuantos grados|grados|que tan (?:calient|fri)\w+|"
        r"fiebre)\b",
    ),
    asks(
        Request(Intent.FIELD, READING, _F.TIME),
        r"\b(?:que hora|a que hora|la hora|horario|hora (?:es|marca|dice|pone))\b",
    ),
    asks(
        Request(Intent.FIELD, IDENTIFICATION, _F.AMOUNT),
        r"\b(?:denominacion|de cuanto (?:es|son)|cuanto (?:dinero|efectivo)|que (?:monedas?|"
        r"billetes?)|billetes?|monedas? (?:es|son|de|tengo))\b(?!.*\b(?:precio|cuesta)\b)",
        r"^(?:es|son) .*\b(?:euros?|dolares|pesos|soles|bolivares)$",
    ),
    asks(
        Request(Intent.FIELD, READING, _F.PRICE),
        r"\b(?:precios?|cuest[ae]n?|costo|costaron|costa(?:ba|ria)|valen?(?! la)|importe|monto|"
        r"(?:sub ?)?total|saldo|cobra\w*|cobro)\b|\b(?:pagar|pago|debo)\b.*",
        r"\ba (?:como|cuanto) (?:sta|estan|sale|salen|va)\b|\bcuanto (?:sale|salen|seria)\b",
    ),
    asks(
        Request(Intent.FIELD, IDENTIFICATION, _F.PRICE),
        rf"\bcuanto (?:es|son|por)(?: {_THIS}| todo| en total|$)",
    ),
    asks(
        Request(Intent.FIELD, OTHERS, _F.AMOUNT),
        r"\b(?:pesan?|que tan (?:grande|alt[oa]|anch[oa]|pesad[oa]|larg[oa])|miden?)\b",
        r"\bcuant[oa]s? (?:gramos|kilos?|litros?|mililitros|ml|centilitros|onzas|unidades|"
        r"porciones|raciones|vatios|voltios|watts?|metros|gigas?|pulgadas)\b",
        r"\bcuant[oa] (?!cuesta|vale|es\b|tiempo|luz)\w+.*\b(?:queda|tiene|hay|trae|viene)\b",
    ),
    asks(
        Request(Intent.FIELD, READING, _F.AMOUNT),
        r"\b(?:tallas?|tamanos?|medidas?|capacidad|porcentaje|contenido neto|peso|volumen|"
        r"cuant[oa] (?:me )?queda|bascula|balanza|voltaje)\b",
        r"\b\d+ (?:gramos|ml|litros?|kilos?|voltios|vatios|mililitros)\b",
    ),
    asks(
        Request(Intent.FIELD, READING, _F.DATE),
        r"\b(?:fechas?|que (?:dia|mes|ano)|de que ano)\b",
    ),
    asks(
        Request(Intent.FIELD, READING, _F.ADDRESS),
        r"\b(?:direccion|domicilio|codigo postal|e-?mail|correo electronico|(?:pagina|sitio) web|"
        r"(?:a|para) quien (?:va|sta|es|viene|mandan?|envian?)|dirigid[oa])\b",
        rf"\bde quien(?:es)? .*\b{_LETTER}\b|\bquien .*\b(?:envia|manda|escribe)\b",
    ),
    asks(
        Request(Intent.FIELD, READING, _F.NUMBER),
        r"\b(?:numeros?|pin|clave|contrasena|codigo|matricula|placa|isbn|que (?:pagina|canal|"
        r"capitulo|autobus|linea|piso|puerta|habitacion|asiento)(?! (?:pone|dice)))\b",
    ),
    asks(
        Request(Intent.FIELD, READING, _F.NAME),
        r"\b(?:titulo|autora?|escritora?|artista|editorial|fabricante|remitente|se llaman?|"
        r"llamad[oa])\b|\bnombre (?:del?|de la|de los)\b",
    ),
    asks(
        Request(Intent.FIELD, IDENTIFICATION, _F.NAME),
        r"\b(?:nombres?|marcas?(?! (?:el|la|los|las)\b)|modelo)\b",
    ),
    asks(
        Request(Intent.READ, READING),
        rf"^quien(?:es)? {_WROTE}$",
        r"^(?:desde |hasta )?cuando\b",
    ),
)
QUALITIES = (
    asks(
        Request(Intent.COLOUR, DESCRIPTION),
        r"\b(?:color(?:es)?|tono)\b",
        rf"\b{COLOURS}(?: (?:claro|oscuro|marino))?,? o (?:de color |mas )?\w+",
        rf"^(?:es|son) (?:.*\b)?{COLOURS}(?: (?:claro|oscuro|marino))?$",
        rf"\b(?:es|son) {COLOURS}(?: (?:claro|oscuro|marino))?$",
    ),
    asks(
        Request(Intent.WHERE, OTHERS),
        r"^(?:en |a |por )?donde\b|\bdonde (?:sta|estan|deje|puse|queda|hay)\b",
        rf"\bcual(?:es)? (?:de {_THIS}|de (?:los|las|ell[oa]s)|es (?:el|la|mi)|son (?:los|las|"
        rf"mis))\b",
        r"\b(?:que|cual) (?:boton|interruptor|cable|tecla|lado|bote|lata|frasco|caja|bolsa|llave|"
        r"perilla|de (?:los|las)) (?:es|tiene|son) (?:el|la|los|las|mi)\b",
        r"\b(?:encuentra|encuentrame|localiza\w*|buscam?e?|ubica\w*|encuentro|en que lado)\b",
        r"\ba (?:mi |la )?(?:izquierda|derecha) o\b",
    ),
    asks(
        Request(Intent.LIGHT, DESCRIPTION),
        rf"\b{_LAMP}\b.*\b{_LIT}\b|\b{_LIT}\b.*\b{_LAMP}\b",
        r"\bhay (?:\w+ )?luz\b|\bdeje (?:las? )?(?:luz|luces)\b|\b(?:la |las )?(?:luz|"
        r"luces) puesta",
        r"\b(?:sta|es|hace) (?:muy |ya |todavia |aun |un poco |demasiado )*(?:oscur[oa]|clar[oa]|"
        r"de (?:dia|noche)|iluminad[oa]|solead[oa]|sol)\b(?! o)",
        r"\bque tan (?:oscuro|claro|iluminad[oa])\b|\bsuficiente luz\b",
    ),
    asks(
        Request(Intent.BEYOND, DESCRIPTION),
        r"\b(?:sta|estan|quedo|deje)\b.*\b(?:abiert|cerrad|enchufad|conectad|vaci|llen|bloquead|"
        r"funcionando|en marcha)\w*",
        rf"\b(?:sta|estan|deje|quedo)\b.*\b{_LIT}\b",
        r"\b(?:llueve|lloviendo|nieva|nevando|nublado|hace (?:frio|calor|viento))\b",
    ),
    asks(
        Request(Intent.COUNT, DESCRIPTION),
        r"\bcuant[oa]s\b|^cuenta (?!que|de)\b|^contar\b|\bcantidad de\b",
    ),
    asks(
        Request(Intent.READ, READING),
        r"^(?:describ\w+|lee\w*) (?:(?:el|la|esta|este|mi|la) )?(?:etiqueta|carta|recibo|factura|"
        r"documento|pagina|nota|cartel|letrero|menu|folleto|ticket|tarjeta|prospecto)$",
        r"\b(?:mensaje|aviso) de error\b",
    ),
    asks(
        Request(Intent.DESCRIBE, DESCRIPTION),
        r"\b(?:describ\w+|descripcion|estampad[oa]s?|dibujos?|diseno|forma|rayas|cuadros|lunares|"
        r"material|textura|aspecto|pinta|hablame|cuentame)\b",
        r"\bque (?:se )?(?:ves?|ven|aparecen?|muestran?|salen?|pasa|ocurre|sucede|observas)\b",
        r"\bque (?:puedes|se puede|alcanzas a) ver\b|\bque sta (?:pasando|haciendo)\b",
        rf"\bque (?:hay|tengo|sta) (?:\w+ )?(?:delante|enfrente|frente|alrededor|detras|afuera|"
        rf"fuera|adelante|en (?:el|la|esta|este|mi) {_PICTURE}|por aqui|aqui|ahi)\b",
        r"\bcomo (?:es|son|se ven?|luce|sta|estan|va vestid[oa])\b|\bque (?:llevo|lleva) puesto\b",
    ),
    asks(
        Request(Intent.READ, READING),
        r"\b(?:lee|lea|leer|leas|lees|leem[eo]|leeme\w*|leer(?:me|lo|la|los|las)\w*|lee(?:lo|la)|"
        r"dicen?|ponen?|ponia|decia|escrit[oa]s?|textos?|transcrib\w+|letras?|letreros?|mensajes?|"
        r"palabras?|impres[oa]s?)\b",
        r"^(?:(?:el|la|esta|este|mi) )?(?:etiqueta|carta|recibo|factura|documento|nota|cartel)$",
        r"\bque (?:hay|viene|sale) en (?:el|la|esta|este) (?:etiqueta|carta|recibo|nota|cartel|"
        r"menu)",
    ),
)
THINGS = (
    asks(
        Request(Intent.PRESENCE, DESCRIPTION),
        r"^(?:hay|habia|ves|ve|puedes ver|se ven?|existe|aparece|encuentras|detectas)\b",
        r"\b(?:anda|sta|estan) por (?:aqui|ahi|alli)\b",
        r"^tengo (?!que\b)|\bhay (?:algun|alguna|algo|alguien|un|una|mas)\b",
        r"^(?:sta|estan) (?:(?:el|la|los|las|mi|mis|algun\w*|un|una) )?\w+ .*\b(?:aqui|ahi|alli|en|"
        r"sobre|encima|dentro)\b",
        rf"^(?:{_THIS} \w+ )?(?:tiene|tienen|lleva|llevan)\b",
    ),
    asks(
        Request(Intent.IDENTIFY, IDENTIFICATION),
        rf"^(?:es|son|sera) (?:{_THIS} )?(?:un|una|unos|unas|el|la|los|las|mi|mis|de)\b",
        rf"^{_THIS} (?:\w+ )?(?:es|son|parece|sera)\b",
        r"^(?:es|son) \w+(?: \w+){0,4}$",
    ),
    asks(
        Request(Intent.IDENTIFY, IDENTIFICATION),
        r"\b(?:identific\w+|reconoc\w+)\b",
        rf"\b{_WHAT} (?:tipo|clase|especie|variedad|raza|sabor|estilo)\b|\b(?:tipo|clase|"
        rf"sabor) de\b",
        rf"\b{_WHAT} (?:\w+ ){{0,4}}(?:es|son|era|eran|sera|seran|seria)\b",
        r"\bque (?:tengo|sostengo|agarro|agarre|cogi|coji|toco|hay|es|cosa|traigo|compre|estoy "
        r"(?:tocando|sosteniendo|agarrando|comiendo|bebiendo|tomando))\b",
        rf"^que {_THIS}|^que \w+ (?:hay|tengo)\b",
    ),
    asks(
        Request(Intent.BEYOND, OTHERS),
        r"^(?:como|quien|cuando|cuant[oa]|cual|que|es|son|sta|estan|tiene|se|por|para|ayuda\w*) \w",
    ),
)
RULES: tuple[Rule, ...] = (*BEYOND, *FIELDS, *QUALITIES, *THINGS)
