"""The open table: points, bearings, shapes, lines of sight, moves until something is touched. All of it is exact.

Lengths and coordinates are whole thousandths of an inch, x to the east and y to the north. Bearings are whole tenths of
a degree, clockwise from north. Shapes have whole corners; everything asked of them is decided with whole numbers and
fractions of them, so that two machines never disagree. What must be rounded says how.

angles      Point, Bearing, CIRCLE, QUARTER, SCALE
            forward(bearing), turn(start, end), bearing(start, end), ahead(point, bearing, distance, grid=1)
            offset(point, facing, ahead, aside=0, grid=1), toward(start, end, length, grid=1)
            rotated(point, pivot, angle)
            within_arc(origin, facing, half, point): exact; about_within_arc: with half a tenth of slack (45.05 degrees)
            in_front(origin, facing, point), arc_length(angle, radius), rounded(value, grid), snapped(point, grid)
distances   Span: a distance kept exact: at_most(L), less_than(L), nearest, down, up, fine (to sort by); ZERO
            squared, distance, near (two points); cross; point_to_segment, segment_to_segment, segments_meet, foot
            many points at once: within_reach, any_closer, closer_to_way, nearest
shapes      Circle, Polygon, Polyline, Shape; rectangle(front, facing, width, depth), oblong(w, s, e, n), centre, mean
            FRONT, RIGHT, REAR, LEFT: the sides and corners of a rectangle
            where -> INSIDE, EDGE, OUTSIDE; contains (inside or on the edge); on_table; box_of
            Spans: point_apart(point, shape), edge_apart, way_apart(a, b, shape), apart(shape, shape)
            at most so far: within(point, shape, L), way_within(a, b, shape, L), shapes_within
            less than so far: closer(point, shape, L), way_closer(a, b, shape, L), shapes_closer
            overlap(polygon, polygon, depth=0), nearest_point(point, shape), nearest_points(shape, shape)
            lines: meets(a, b, shape), crossings(a, b, line), side_of(line, point)
sight       passes_through(a, b, shape), stretches(a, b, shape), length_inside(a, b, shapes)
            weighed_length(a, b, [(shape, weight)], elsewhere=0), pieces(a, b, shapes), point_at, part_at, length_of
            in_sector(origin, facing, half, polygon): whether an arc bears on any point of it
sweeps      first_contact(a, b, radius, shape), free_length(a, b, radius, shapes), path_length(points)
            trace(a, b, step=10, grid=10), last_clear(a, b, clear), last_of(a, b, good)
            advance(front, facing, size, course, most, shape, gap=0), wheel(front, facing, size, angle, shape, gap=0)
            wheeled(front, facing, width, angle), wheel_length(width, angle), side_facing, sides_near, shared_front
places      nearest_place(wish, legal, keep=[(shape, distance)], reach=4000, grid=10, extra=())
            touching(wish, keep, reach), discs_meet, disc_meets_line, rings
buckets     Buckets: things by number, found by where they are
"""

from zareba.boards.inches.angles import (
    CIRCLE,
    QUARTER,
    SCALE,
    Bearing,
    Point,
    about_within_arc,
    ahead,
    arc_length,
    bearing,
    forward,
    in_front,
    offset,
    rotated,
    rounded,
    snapped,
    toward,
    turn,
    within_arc,
)
from zareba.boards.inches.buckets import Buckets
from zareba.boards.inches.distances import (
    ZERO,
    Span,
    any_closer,
    closer_to_way,
    cross,
    distance,
    foot,
    near,
    nearest,
    on_segment,
    point_to_segment,
    segment_to_segment,
    segments_meet,
    squared,
    within_reach,
)
from zareba.boards.inches.places import disc_meets_line, discs_meet, nearest_place, rings, touching
from zareba.boards.inches.shapes import (
    EDGE,
    FRONT,
    INSIDE,
    LEFT,
    OUTSIDE,
    REAR,
    RIGHT,
    Box,
    Circle,
    Polygon,
    Polyline,
    Shape,
    apart,
    box_of,
    boxes_within,
    centre,
    closer,
    contains,
    crossings,
    edge_apart,
    mean,
    meets,
    nearest_point,
    nearest_points,
    oblong,
    on_table,
    overlap,
    point_apart,
    rectangle,
    shapes_closer,
    shapes_within,
    side_of,
    way_apart,
    way_closer,
    way_within,
    where,
    within,
)
from zareba.boards.inches.sight import (
    WHOLE,
    in_sector,
    length_inside,
    length_of,
    part_at,
    passes_through,
    pieces,
    point_at,
    stretches,
    weighed_length,
)
from zareba.boards.inches.sweeps import (
    advance,
    first_contact,
    free_length,
    hull,
    last_clear,
    last_of,
    path_length,
    shared_front,
    side_facing,
    sides_near,
    trace,
    wheel,
    wheel_length,
    wheeled,
)

__all__ = [
    "CIRCLE",
    "EDGE",
    "FRONT",
    "INSIDE",
    "LEFT",
    "OUTSIDE",
    "QUARTER",
    "REAR",
    "RIGHT",
    "SCALE",
    "WHOLE",
    "ZERO",
    "Bearing",
    "Box",
    "Buckets",
    "Circle",
    "Point",
    "Polygon",
    "Polyline",
    "Shape",
    "Span",
    "about_within_arc",
    "advance",
    "ahead",
    "any_closer",
    "apart",
    "arc_length",
    "bearing",
    "box_of",
    "boxes_within",
    "centre",
    "closer",
    "closer_to_way",
    "contains",
    "cross",
    "crossings",
    "disc_meets_line",
    "discs_meet",
    "distance",
    "edge_apart",
    "first_contact",
    "foot",
    "forward",
    "free_length",
    "hull",
    "in_front",
    "in_sector",
    "last_clear",
    "last_of",
    "length_inside",
    "length_of",
    "mean",
    "meets",
    "near",
    "nearest",
    "nearest_place",
    "nearest_point",
    "nearest_points",
    "oblong",
    "offset",
    "on_segment",
    "on_table",
    "overlap",
    "part_at",
    "passes_through",
    "path_length",
    "pieces",
    "point_apart",
    "point_at",
    "point_to_segment",
    "rectangle",
    "rings",
    "rotated",
    "rounded",
    "segment_to_segment",
    "segments_meet",
    "shapes_closer",
    "shapes_within",
    "shared_front",
    "side_facing",
    "side_of",
    "sides_near",
    "snapped",
    "squared",
    "stretches",
    "touching",
    "toward",
    "trace",
    "turn",
    "way_apart",
    "way_closer",
    "way_within",
    "weighed_length",
    "wheel",
    "wheel_length",
    "wheeled",
    "where",
    "within",
    "within_arc",
    "within_reach",
]
