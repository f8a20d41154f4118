"""Spanish of Spain and Latin America: its words, and how its questions are cut.

"está" and "esta" fold to the same word, so the verb becomes "sta" first: always where it has
its accent, else where a participle, a place or an article follows.
"""

from __future__ import annotations

from whichone_core.question.tongues.clauses import Clauses
from whichone_core.question.tongues.es_requests import COLOURS, RULES
from whichone_core.question.tongues.tongue import Tongue, words
from whichone_core.question.tongues.vocabulary import Vocabulary
from whichone_core.types.questions import Stakes

_DEMONSTRATIVES = words(
    """
    esto este esta estos estas eso ese esa esos esas aquello aquel aquella aquellos aquellas
    """
)
_ARTICLES = words("el la los las un una unos unas lo al del")
_FUNCTION = words(
    """
    yo tu usted el ella ellos ellas nosotros ustedes vosotros me te se nos os le les lo la los las
    mi mis tus su sus nuestro nuestra nuestros nuestras mio mia tuyo y e o u ni pero si porque pues
    que cual cuales cuanto cuanta cuantos cuantas donde adonde cuando quien quienes como por para
    con sin sobre en de del a al desde hasta hacia entre contra segun durante un una unos unas
    el es son era eran sera seran fue fueron soy eres sta estan estoy estas estar estaba ser hay
    habia haber he ha han tiene tienen tengo tienes tener tenia hace hacen muy mas menos tan tanto
    ya aun todavia tambien tampoco solo siempre nunca aqui ahi alli aca alla arriba abajo
    encima debajo delante detras enfrente frente dentro fuera adelante atras alrededor lado
    izquierda derecha medio centro junto cerca lejos todo toda todos todas cada otro otra otros
    otras algun alguna alguno algunos algunas ningun ninguna ninguno nada algo mismo misma bien mal
    uno dos tres cuatro cinco seis siete ocho nueve diez veinte cincuenta cien por favor gracias
    hola buenas buenos si no quiza ahora hoy ayer manana antes despues mientras vez veces mayor
    parte dentro exactamente aproximadamente mucho mucha muchos muchas poco poca pocos pocas
    """
)
_VERBS = words(
    """
    dice dicen decir diga dime digame di pone ponen poner ponia decia lee lea leer leas leeme leerme
    leemelo leelo leela ve ves ver veo vea vean mira mirar muestra muestran mostrar describe
    describeme describir describa identifica identificar identificame reconoce reconoces reconocer
    puedes puede podrias podria podeis puedo podemos quiero quisiera quieres necesito necesita sabes
    sabe saber se busca buscar buscame encuentra encontrar encuentro encuentrame localiza ubica
    queda quedan deje dejo dejar puse sirve sirven usa usar uso usan utiliza prepara preparar
    preparo cocina cocinar cocino calienta calentar caliento hago hacer haz cuesta cuestan vale
    valen pesa pesan mide miden lleva llevan llevo contiene contienen trae traen incluye caduca
    caducan caduco caducado caducada vence vencen vencio vencido vencida expira expiro marca toma
    tomar tomo tomarme come comer comerme bebe beber debo debe deben deberia pagar pago llamar llama
    llaman llamo marcar combina combinan pega pegan va van voy viene vienen sale salen aparece
    aparecen encendida encendido encendidas encendidos prendida prendido prendidas prendidos apagada
    apagado apagadas apagados abierta abierto cerrada cerrado escrito escrita escritos hecho hecha
    cuenta contar hablame cuentame ayudame ayuda escanea escanear escaneame compra comprar compre
    sostengo agarro toco tocando sosteniendo haciendo pasando pasa parece parecen huele sabe creo
    crees piensas puesta puesto dirigida dirigido consumir consume tomando comiendo bebiendo
    significa echa echar perder gusta conviene transcribe imprime impreso enchufado enchufada
    colgado sentado sentada parado parada acostado traigo agarre cogi recoger traduce
    """
)
_ATTRIBUTES = words(
    """
    color colores tono talla tallas tamano tamanos forma diseno dibujo dibujos estampado marca
    marcas modelo nombre nombres titulo autor autora editorial precio precios coste costo total
    importe monto fecha fechas caducidad vencimiento numero numeros etiqueta etiquetas texto textos
    letra letras palabra palabras mensaje mensajes codigo codigos barras ingredientes ingrediente
    instrucciones modo empleo preparacion dosis posologia calorias valor informacion nutricional
    temperatura grados hora horas minutos tiempo peso cantidad capacidad volumen porcentaje gramos
    kilos litros mililitros miligramos gluten lactosa direccion remitente destinatario fabricante
    tipo tipos clase clases especie variedad sabor sabores raza contenido descripcion detalle
    detalles material textura estilo aspecto estado condiciones dia mes ano serie pin clave
    contrasena version par pieza trozo foto imagen fondo escena luz luces izquierdo derecho mano
    manos lado lados dentro nivel orientacion azucar grasa sal sodio fibra proteinas proteina
    alergenos porcion racion voltaje voltios vatios denominacion billete billetes euros dolares
    pesos
    """
)
_QUALITIES = words(
    """
    roj azul verd amarill negr blanc gris marron morad rosad rosa violet lila naranj beig dorad
    platead turques celest granat grand gran pequen chic larg cort alt baj nuev viej buen mal mejor
    peor bonit fe limpi suci mojad sec fresc podrid madur comestibl segur venenos toxic peligros rot
    vaci llen calient fri tibi list dulc salad entera enter desnatad semidesnatad descremad igual
    distint diferent correct cierto lis oscur clar marino estampad rayad us pelad electric pesad
    redond cuadrad mojos mohos pasad hech cocid crud san sabros real autentic fals
    """
)
_STAKES = (
    (
        Stakes.MEDICINE,
        r"pastillas?|pildoras?|comprimidos?|tabletas?|capsulas?|grageas?|medicamentos?|medicinas?|"
        r"medicacion|farmacos?|remedios?|dosis|posologia|miligramos?|mg|recetas? medicas?|"
        r"recetad[oa]s?|inhalador(?:es)?|insulina|jering\w+|pomadas?|unguentos?|antibiotic\w+|"
        r"aspirinas?|ibuprofeno|paracetamol|acetaminofen|analgesic\w+|gotas|colirios?|jarabes?|"
        r"efectos secundarios|prospecto|vitaminas?|suplementos?|venen\w+|toxic\w+|ponzon\w+|"
        r"intoxic\w+|sobredosis|ampollas?|supositorios?|lejia|cloro|matarratas|insecticida|"
        r"sosa caustica|drogas?|calmantes?|sedantes?|antidepresiv\w+|anticonceptiv\w+|"
        r"\w+(?:pril|sartan|statina|olol|prazol|cilina|micina|formina|azepam|oxetina|dipino|"
        r"parina|xaban|gliptina|triptan|profeno|ciclina)|metotrexato|morfina|codeina|digoxina|"
        r"(?:cuant\w+|puedo|debo|tengo que) .*\btom(?:ar\w*|o|a)\b"
        r"(?!.*\b(?:fotos?|autobus|bus|tren|metro)\b)|(?:puedo|debo) tomar\w*",
    ),
    (
        Stakes.ALLERGENS,
        r"alerg\w+|alergen\w+|frutos secos|nuez|nueces|cacahue?tes?|cacahuates?|mani(?:es)?|"
        r"almendras?|avellanas?|anacardos?|pistachos?|gluten|lactosa|sesamo|ajonjoli|marisc\w*|"
        r"crustaceos?|celiac\w+|contienen?|ingredientes?|trazas|composicion|intoleran\w+|"
        r"sin (?:azucar|gluten|lactosa|leche|huevos?|trigo|soja|soya)|"
        r"(?:tienen?|llevan?|con|traen?) (?:\w+ )?(?:leche|lacteos?|huevos?|trigo|soja|soya|"
        r"pescado|mostaza|apio)|vegan[oa]s?|vegetarian[oa]s?|halal|kosher",
    ),
    (
        Stakes.ELECTRICITY,
        r"cables?|cableado|enchuf\w+|toma ?corrientes?|tomas? de corriente|fusibles?|diferencial|"
        r"voltaje|voltios?|electric\w+|corriente|alargador(?:es)?|regleta|fase",
    ),
    (
        Stakes.DATES,
        r"caduc\w+|aguant\w+|"
        r"venc(?:e|en|io|ieron|id[oa]s?|imiento)|expir\w+|consum(?:ir|irse|e) antes|"
        r"hasta cuando|preferente(?:mente)?|pasad[oa]s? de fecha|en fecha|"
        r"fecha (?:de|limite de) (?:consumo|uso|vigencia)|ech\w+ a perder|se ponen? mal[oa]s?|"
        r"(?:todavia|aun) .*\b(?:buen[oa]s?|bien|fresc[oa]s?|comer\w*|beber\w*)|"
        r"(?:se puede|puedo|podemos|puede) (?:todavia |aun )?(?:comer|beber)\w*",
    ),
    (
        Stakes.MONEY,
        r"dinero|billetes?|efectivo|monedas?|divisa|dolar(?:es)?|euros?|pesos|soles|bolivares|"
        r"denominacion|precios?|cuest[ae]n?|costo|cost[ao]ron|cuanto (?:valen?|salen?|es|son|sale)|"
        r"vale|pagar|pago|debo (?!tomar)|saldo|cheques?|facturas?|(?:la|mi|una|de) cuenta|"
        r"(?:sub ?)?total|importe|monto|tarjeta de (?:credito|debito|regalo)|"
        r"numero de (?:cuenta|tarjeta)|cobra\w*|cobro",
    ),
)
_MORE_NOUNS = {
    "person": "alguien, nadie, joven, anciano, anciana, tipo de pie",
    "computer": "ordenador, computadora, computador, pc",
    "footwear": "zapato, zapatos",
    "tv": "televisora, la tele",
    "cup": "tacita",
}
_NEVER = words("alto cocina estufa bote micro res control rosca bate stop bola planta jet cometa")
"""Words that mean something else more often than what the table has them for."""

_SINGULAR_ENDINGS = (("ces", "z"), ("es", ""), ("s", ""))


def _singulars(noun: str) -> tuple[str, ...]:
    """ "luces" -> "luz", "relojes" -> "reloj", "tazas" -> "taza"."""
    return tuple(
        noun.removesuffix(end) + one
        for end, one in _SINGULAR_ENDINGS
        if noun.endswith(end) and len(noun) > 3
    )


_WHAT = r"(?:que|cual(?:es)?|cuant[oa]s?|donde|cuando|quien(?:es)?|como)"
_PREPOSITION = r"(?:(?:de|a|en|con|para|por|hasta) )?"
_CAN = r"(?:(?:me|nos) )?(?:puedes?|podrias?|podeis|quieres|te importa|sabes|sabrias)"
_READING = (
    r"(?:le(?:er|a|e)\w*|describ\w+|identific\w+|escane\w+|busc\w+|encontr\w+|cont(?:ar|arme)\b|"
    r"localiz\w+|reconoc\w+|transcrib\w+)"
)

TONGUE = Tongue(
    code="es",
    it="eso",
    pronouns=words("ello ellos ellas lo esto eso"),
    telling=_FUNCTION | _DEMONSTRATIVES | _ARTICLES,
    elsewhere=words(
        """
        a no me de la un una en se si te con por como para tu mi su es color total o e como son os
        uno le les nos el las mas sin va di mal
        """
    ),
    clauses=Clauses(
        padding=(
            r"por favor|porfa(?:vor)?|(?:muchas |mil )?gracias(?: de antemano)?|perdona|perdon|"
            r"disculpa|disculpe|si (?:puedes|se puede|es posible)|signo de interrogacion|eh+|"
            r"este eh",
        ),
        openers=(
            r"hola|oye|oiga|buen(?:as|os)(?: (?:dias|tardes|noches))?|a ver|ok|vale(?= \w+ )|bueno|"
            r"pues|y|e|o|entonces|ahora|no|pero|tambien|mira|alexa|siri|ya(?= me)|por cierto"
        ),
        asking=(
            rf"{_CAN} (?:ayudarme a (?:saber|ver)|decir(?:me|nos)?|indicarme|contarme|explicarme|"
            rf"ver|mirar|comprobar|saber|averiguar)(?= (?:{_PREPOSITION}{_WHAT}|si|el|la|los|"
            rf"las)\b)",
            rf"{_CAN}(?: ayudar(?:me)? a)?(?= {_READING})",
            r"(?:dime|digame|decidme|dinos|me dices?|me dirias?|quiero saber|quisiera saber|"
            r"me gustaria saber|necesito saber|quiero que me digas|ayudame a (?:saber|ver)|"
            rf"tienes idea de|sabes|no se|mira)(?= (?:{_PREPOSITION}{_WHAT}|si|el|la|los|las)\b)",
        ),
        second=rf"(?:[yeo] {_PREPOSITION}(?:{_WHAT}|lee\w*|dime|hay|describ\w+)|"
        rf"(?:(?<=esto )|(?<=eso )){_PREPOSITION}{_WHAT})\b",
        if_turned=r"si (?P<verb>\w+) (?P<rest>.+)",
    ),
    vocabulary=Vocabulary(
        code="es",
        function=_FUNCTION,
        verbs=_VERBS,
        attributes=_ATTRIBUTES,
        vague_nouns=words("cosa cosas objeto objetos producto productos articulo aparato aparatos"),
        demonstratives=_DEMONSTRATIVES,
        articles=frozenset(),
        pronouns=words("ello lo"),
        picture_words=words("foto fotos imagen imagenes fotografia escena habitacion cuarto sala"),
        qualities=_QUALITIES,
        quality_endings=r"[oae]s?|es|it[oa]s?|isim[oa]s?",
        leading=_ARTICLES
        | _DEMONSTRATIVES
        | words(
            """
            mi mis tu tus su sus nuestro nuestra uno dos tres cuatro cinco seis algun alguna algunos
            algunas ningun ninguna otro otra cada que cual cuantos cuantas de hay con y o tiene
            lleva contiene es son mas muchas muchos ves tengo ver trae
            """
        ),
        places=words("en sobre bajo encima debajo detras delante dentro junto cerca lado alrededor "
                     "entre desde hacia enfrente frente al"),
        place_tails=words("de del al a la el los las"),
        complements=words("de para con"),
        modifiers_follow=True,
        more_nouns=_MORE_NOUNS,
        singulars=_singulars,
        empty=r"\blo que\b|\bque hora\b|\b(?:por|a) lo\b",
        here=words("aqui ahi aca"),
        what=words("que"),
        never=_NEVER,
        colour_nouns=words("naranja naranjas"),
    ),
    rules=RULES,
    stakes=_STAKES,
    doubts=tuple(
        rf"(?:(?:oye|pero|y|entonces|espera|a ver|no|ok|bueno|oh|ah|seguro) )*(?:{doubt})"
        r"(?: (?:por favor|de verdad|ahora|otra vez|de nuevo))*"
        for doubt in (
            r"(?:tu )?(?:estas|sta|esta|estais)(?: usted)? (?:\w+ )?segur[oa]"
            r"(?: de (?:eso|esto|ello|lo que dices|tu respuesta|que es asi))?(?: de (?:eso|esto))?",
            r"segur[oa]|de verdad|en serio|lo dices en serio",
            r"(?:que tan|como de|cuan) segur[oa] (?:estas|sta|esta)(?: de (?:eso|esto))?",
            r"(?:eso |esto )?es (?:correcto|cierto|verdad|seguro|asi)(?: eso| esto)?",
            r"(?:comprueba|verifica|revisa|confirma|mira)(?:lo|me)?(?: (?:eso|otra vez|de nuevo|"
            r"bien|tu respuesta|la respuesta))*",
            r"(?:vuelve|puedes volver) a (?:mirar|comprobar|revisar|verificar)(?:lo)?",
            r"puedes (?:comprobar|verificar|revisar|confirmar)(?:lo)?(?: (?:eso|otra vez))?",
        )
    ),
    choice=(
        r"^(?!.*\b(?:que (?:dice|pone|es|hay|color)|es|son|sta|estan|hay|dice|pone|cuesta)\b)"
        r"(?:(?:el|la|los|las|mi|ese|esa|este|esta) .*\b(?:izquierd[oa]|derech[oa]|medio|centro|"
        r"arriba|abajo|junto a|al lado|detras|delante|primer[oa]?|segund[oa]|tercer[oa]?|ultim[oa])"
        rf"\b|(?:numero|opcion) \w+$|(?:el|la) (?:{COLOURS})$)"
    ),
    statement=r"^(?:creo|pienso|me parece|supongo|yo|estoy|tengo un|quiero|era|hoy)\b",
    yes_no=r"^(?:es|son|sera|(?:esto|eso|est[ae]|estos|estas|es[ae]) (?:es|son|parece)) ",
    open_question=r"\balgo\b|\bcosas?\b",
    rewrites={
        r"\bestá\b": "sta",
        r"(?<!\bde )(?<!\ben )(?<!\bcon )(?<!\ba )(?<!\bpara )\besta(?= (?:\w+(?:[ai]d|iert|"
        r"scrit|ech|"
        r"uest|ot)[oa]s?|en|el|la|los|las|mi|tu|bien|mal|muy|ya|todavia|limpi[oa]|suci[oa]|sec[oa]|"
        r"fresc[oa]|madur[oa]|buen[oa]|mal[oa]|crud[oa]|llen[oa]|oscuro|un|\w+ndo)\b)": "sta",
        r"(?<=\bdonde )esta\b|(?<=\bcómo )esta\b|(?<=\bdónde )esta\b|(?<=\bcomo )esta(?= (?:el|"
        r"la)\b)":
            "sta",
    },
)  # fmt: skip
