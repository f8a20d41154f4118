"""Words of labels and questions about what is eaten: families of allergens, diets, notices.

In English, German and Spanish, whatever language is used: what is eaten comes from anywhere.
Families follow the fourteen allergens that EU law has labels emphasise (Regulation
1169/2011, Annex II), with sugar, meat and gluten's cereals, as people ask for these too.
All are patterns of folded text (`fold`): small letters, no accents, ß as ss.
"""

from __future__ import annotations

_PEANUTS = r"peanuts?|groundnuts?|monkey nuts?|erdnu(?:ss|e?ss)\w*|cacahue?tes?|cacahuates?|mani"
_SEAFOOD = r"seafood|meeresfrue?chte\w*|frutti di mare"

FAMILIES: dict[str, str] = {
    "nuts": r"nuts?|almonds?|hazelnuts?|walnuts?|cashews?|pecans?|pistachios?|macadamias?|"
    r"marzipan|praline\w*|gianduja|nougat\w*|frangipane|"
    r"(?!erdn)\w*nu(?:ss|ess)\w*|schalenfrue?cht\w*|schalenobst|mandel\w*|pistazien?\w*|cashew\w*|"
    r"nuez|nueces|frutos? (?:secos?|de cascara)|almendra\w*|avellana\w*|anacardos?|"
    r"pistachos?|pacanas?|pecanas?|pinones|macadamia\w*|mazapan|turron\w*",
    "peanuts": _PEANUTS,
    "milk": r"milks?|buttermilk|milkfat|dairy|lactose|whey|casein(?:ate)?s?|"
    r"(?<!cocoa )(?<!peanut )(?<!nut )(?<!almond )(?<!shea )butter|ghee|cream|cheeses?|"
    r"yogh?urts?|kefir|curds?|custard|mozzarella|parmesan|cheddar|ricotta|mascarpone|"
    r"\w*milch\w*|la[ck]tos\w*|molken?\w*|\w*kase\w*|kaese\w*|\w*sahne\w*|rahm\w*|butter(?!nut)\w+|"
    r"\w*jogh?urt\w*|quark\w*|schmand|"
    r"leche|lacteos?|suero|casein\w*|mantequilla|nata|quesos?|requeson|yogur\w*|cuajada",
    "gluten": r"gluten\w*|wheat\w*|barley|rye|oats?|oatmeal|spelt|malt|malted|semolina|durum|kamut|"
    r"triticale|bulgh?ur|couscous|seitan|"
    r"\w*weizen\w*|gersten?\w*|roggen\w*|hafer\w*|dinkel\w*|malz\w*|hartweizen\w*|griess\w*|"
    r"emmer|grunkern\w*|einkorn|graupen|getreide\w*|"
    r"trigo|cebada|centeno|avena|espelta|malta|semola",
    "eggs": r"eggs?|albumen|albumin|ovalbumin|mayonnaise|meringues?|"
    r"ei|eier\w*|eiern|eigelb\w*|eiklar|eipulver|eifrei|\w*huhnerei\w*|\w*vollei\w*|trockenei\w*|"
    r"huevos?|albumina|ovoproductos?|yemas?|mayonesa|merengue",
    "soy": r"soya?|soya? ?beans?|tofu|edamame|tempeh|miso|tamari|soja\w*",
    "fish": r"fish\w*|cod|salmon|tuna|anchov(?:y|ies)|haddock|pollock|pollack|hake|trout|mackerel|"
    r"sardines?|pilchards?|herrings?|kippers?|sprats?|plaice|halibut|(?:lemon|dover) sole|"
    r"sea ?bass|tilapia|carp|pangasius|catfish|swordfish|monkfish|eels?|caviar|roe|surimi|"
    r"worcester(?:shire)? sauce|isinglass|"
    r"\w*fisch\w*|lachs\w*|sardellen?\w*|sardinen?|forellen?|makrelen?|hering\w*|kabeljau|dorsch|"
    r"seelachs\w*|scholle|heilbutt|zander|karpfen|aal|kaviar|"
    r"pescados?|salmon|atun|anchoas?|boquerones|bacalao|abadejo|eglefino|merluza|trucha|caballa|"
    r"sardinas?|arenques?|lubina|lenguado|anguila|" + _SEAFOOD,
    "shellfish": r"shellfish|shrimps?|prawns?|crabs?|crabmeat|lobsters?|crustaceans?|mussels?|"
    r"mollus[ck]s?|squids?|calamari|octopus|cuttlefish|oysters?|clams?|scallops?|cockles?|"
    r"whelks?|winkles?|snails?|abalone|krill|langoustines?|crayfish|crawfish|scampi|"
    r"krebstiere?\w*|\w*krebse?|garnelen?|krabben?\w*|hummer\w*|langusten?|shrimps|"
    r"weichtiere?\w*|\w*muscheln?|austern?\w*|tintenfisch\w*|kalmare?|krake|schalentiere?\w*|"
    r"schnecken?|"
    r"mariscos?|crustaceos?|gambas?|langostinos?|camaron(?:es)?|cangrejos?|langostas?|cigalas?|"
    r"bogavantes?|moluscos?|mejillon(?:es)?|calamar(?:es)?|pulpos?|sepias?|ostras?|almejas?|"
    r"vieiras?|berberechos?|caracol(?:es)?|" + _SEAFOOD,
    "sesame": r"sesame|tahini?|hummus|houmous|halva|gomasio|sesam\w*|sesamo|ajonjoli",
    "celery": r"celery|celeriac|sellerie\w*|apio",
    "mustard": r"mustard|\w*senf\w*|mostaza",
    "lupin": r"lupine?s?|lupinen?\w*|altramu(?:z|ces)",
    "sulphites": r"sul(?:ph|f)ites?|sul(?:ph|f)ur dioxide|sulfite?n?|schwefeldioxid|sulfitos?|"
    r"dioxido de azufre|e ?22[0-8]",
    "sugar": r"sugars?|glucose|fructose|dextrose|sucrose|syrup|honey|\w*zucker\w*|glukose\w*|"
    r"fruktose\w*|\w*sirup|honig\w*|azucar(?:es)?|glucosa|fructosa|jarabe|miel",
    "meat": r"meats?|beef|pork|chicken|turkey|gelatine?|lard|bacon|hams?|pancetta|prosciutto|"
    r"salami|chorizo|sausages?|pepperoni|lamb|mutton|veal|duck|goose|venison|rabbit|poultry|"
    r"tallow|suet|collagen|animal fat|"
    r"(?!frucht)\w*fleisch\w*|rinder\w*|schwein\w*|huhn|huhner\w*|hahnchen\w*|puten?\w*|\w*schinken\w*|"
    r"\w*wurst\w*|\w*wurste|lamm\w*|kalb\w*|enten?|gans|geflugel\w*|schmalz|talg|speck|speckwurfel|"
    r"carnes?|res|ternera|vaca|cerdo|pollo|pavo|cordero|pato|conejo|jamon|panceta|salchich\w*|"
    r"embutidos?|gelatinas?|manteca(?! de cacao)|tocino|sebo|colageno",
}

ALSO_AS: dict[str, str] = {"nuts": _PEANUTS, "peanuts": r"nuts?|nuss\w*|nuess\w*|frutos secos"}
"""What labels may call a family that nobody asks for by: who avoids nuts hears of peanuts."""

ASKED_AS: dict[str, str] = {
    r"(?:coeliac|celiac|zoliak|zoeliak)\w*": "gluten",
    r"nussallerg\w*": "nuts",
}

_BY_ANIMALS = (
    r"honey|honig\w*|miel|beeswax|bienenwachs|cera de abejas|carmine?|cochineal|karmin|"
    r"cochenille|carmin|cochinilla|e ?120|shellac|schellack|goma laca|e ?904|lanolin\w*"
)
_OF_KILLED_ANIMALS = (
    r"rennet|lab|kalberlab|cuajo|pepsin\w*|isinglass|e ?120|cochineal|carmine?|karmin"
)
_ALCOHOL = r"\w*alcohol|\w*alkohol\w*|ethanol|wine|rum|brandy|liqueur|beer|wein\w*|vino|ron|licor"
_LIVING = ("meat", "fish", "shellfish")

DIETS: dict[str, tuple[str, tuple[str, ...], str]] = {
    "vegan": (r"vegan\w*|plant[ -]based", (*_LIVING, "milk", "eggs"), _BY_ANIMALS),
    "vegetarian": (r"vegetari\w*|veggie\w*", _LIVING, rf"vegan\w*|{_OF_KILLED_ANIMALS}"),
    "halal": (r"halal|haram", ("meat",), rf"{_ALCOHOL}|{_OF_KILLED_ANIMALS}"),
    "kosher": (
        r"kosher|koscher|kashrut|parve|pareve|treif\w*",
        (*_LIVING, "milk"),
        _OF_KILLED_ANIMALS,
    ),
}
"""A diet's own words, the families that it is about, and further words of labels."""

NOTICES = (
    r"allerg\w*|may contain|contains?|ingredients?|traces?|free from|\w+[ -]free|"
    r"zutaten|enthalt|enthalten|spuren|\w+frei|"
    r"alergenos?|ingredientes|contiene|contener|trazas|sin \w+"
)
