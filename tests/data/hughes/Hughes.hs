-- | The game-playing program of John Hughes, /Why Functional Programming Matters/, section 5, and what it computes of
-- tic-tac-toe, Nim and random trees.
--
-- It wrote @tests/data/hughes_pipelines.jsonl@, to which @tests/hughes_under_ghc.rs@ holds Plyscope, under GHC 9.0.2:
--
-- > ghc -O0 -outputdir /tmp/hughes -o /tmp/hughes/hughes Hughes.hs
-- > /tmp/hughes/hughes > ../hughes_pipelines.jsonl
--
-- The functions from 'reptree' to 'prune' are the paper's; lists and their @min@ and @max@ are Haskell's. What was added to count:
-- 'static' notes each node of which it is called, 'higher' each node whose label it compares, and a stage between 'taketree'
-- and 'maximise'' each leaf whose label is asked for. A label is computed once, however often it is asked for.
--
-- Each line of the output is a game from a position with its runs, each a list:
--
-- > [prune, dynamic, highfirst, taketree, maximise', value, leaves, ordering, static, which]
--
-- @prune@ and @taketree@ are @null@ where the stage is left out; @leaves@ are the leaves evaluated, @ordering@ the nodes compared by
-- 'higher', @static@ the nodes of which 'static' was called. @which@ tells the leaves: of a tree it lists their numbers in preorder,
-- of a game it is the sum of their 'checksum's.
module Main (main) where

import Data.Char (ord)
import Data.IORef
import qualified Data.IntMap.Strict as IntMap
import Data.List (intercalate, sortBy)
import System.IO.Unsafe (unsafePerformIO)

-- * The paper

data Tree label = Node label [Tree label]

reptree :: (a -> [a]) -> a -> Tree a
reptree f a = Node a (map (reptree f) (f a))

maptree :: (a -> b) -> Tree a -> Tree b
maptree f (Node label sub) = Node (f label) (map (maptree f) sub)

redtree :: (a -> b -> c) -> (c -> b -> b) -> b -> Tree a -> c
redtree f g a (Node label sub) = f label (redtree' f g a sub)

redtree' :: (a -> b -> c) -> (c -> b -> b) -> b -> [Tree a] -> b
redtree' f g a (subtree : rest) = g (redtree f g a subtree) (redtree' f g a rest)
redtree' _ _ a [] = a

maximise, minimise :: Ord n => Tree n -> n
maximise (Node n []) = n
maximise (Node _ sub) = maximum (map minimise sub)
minimise (Node n []) = n
minimise (Node _ sub) = minimum (map maximise sub)

maximise', minimise' :: Ord n => Tree n -> [n]
maximise' (Node n []) = [n]
maximise' (Node _ l) = mapmin (map minimise' l)
minimise' (Node n []) = [n]
minimise' (Node _ l) = mapmax (map maximise' l)

mapmin, mapmax :: Ord n => [[n]] -> [n]
mapmin (nums : rest) = minimum nums : omit (minimum nums) rest
  where
    omit _ [] = []
    omit pot (nums' : rest')
      | minleq nums' pot = omit pot rest'
      | otherwise = minimum nums' : omit (minimum nums') rest'
    minleq [] _ = False
    minleq (n : rest') pot
      | n <= pot = True
      | otherwise = minleq rest' pot
mapmin [] = []
mapmax (nums : rest) = maximum nums : omit (maximum nums) rest
  where
    omit _ [] = []
    omit pot (nums' : rest')
      | maxgeq nums' pot = omit pot rest'
      | otherwise = maximum nums' : omit (maximum nums') rest'
    maxgeq [] _ = False
    maxgeq (n : rest') pot
      | n >= pot = True
      | otherwise = maxgeq rest' pot
mapmax [] = []

-- | The paper's @sort@ is any; this one keeps the order of equals.
highfirst, lowfirst :: Tree Label -> Tree Label
highfirst (Node n sub) = Node n (sortBy (\a b -> first (higher a b) (higher b a)) (map lowfirst sub))
lowfirst (Node n sub) = Node n (sortBy (\a b -> first (higher b a) (higher a b)) (map highfirst sub))

first :: Bool -> Bool -> Ordering
first True _ = LT
first _ True = GT
first _ _ = EQ

higher :: Tree Label -> Tree Label -> Bool
higher (Node n1 _) (Node n2 _) = compared n1 > compared n2

taketree :: Int -> Tree a -> Tree a
taketree n = redtree (nodett n) (:) []
  where
    nodett k label sub = Node label (take k sub)

prune :: (a -> Bool) -> Int -> Tree a -> Tree a
prune dynamic 0 (Node pos sub)
  | dynamic pos = Node pos (map (prune dynamic 0) sub)
  | otherwise = Node pos []
prune dynamic n (Node a x) = Node a (map (prune dynamic (n - 1)) x)

-- * What is noted

-- | The static value of a node, its number in the tree, and the checksum of its position.
data Label = Label {number :: Int, position :: Int, value :: Int}

instance Eq Label where
  a == b = value a == value b

instance Ord Label where
  compare a b = compare (value a) (value b)

-- | Nodes with the checksums of their positions.
type Noted = IORef (IntMap.IntMap Int)

computed, ordered, evaluated :: Noted
computed = unsafePerformIO (newIORef IntMap.empty)
{-# NOINLINE computed #-}
ordered = unsafePerformIO (newIORef IntMap.empty)
{-# NOINLINE ordered #-}
evaluated = unsafePerformIO (newIORef IntMap.empty)
{-# NOINLINE evaluated #-}

noting :: Noted -> Label -> Int -> Int
noting noted n result = unsafePerformIO $ do
  modifyIORef' noted (IntMap.insert (number n) (position n))
  return result
{-# NOINLINE noting #-}

static :: Game p -> (Int, p) -> Label
static game (here, pos) = label
  where
    label = Label here (checksum (written game pos)) (noting computed label (worth game pos))

compared :: Label -> Label
compared n = n {value = noting ordered n (value n)}

leaves :: Tree Label -> Tree Label
leaves (Node n []) = Node n {value = noting evaluated n (value n)} []
leaves (Node n sub) = Node n (map leaves sub)

checksum :: String -> Int
checksum = foldl (\sum' c -> (31 * sum' + ord c) `mod` 1000003) 0

-- * Games

data Player = Max | Min deriving (Eq)

data Game p = Game
  { start :: (Int, p),
    mover :: Player,
    -- | With the numbers of the nodes.
    moves :: (Int, p) -> [(Int, p)],
    worth :: p -> Int,
    isDynamic :: p -> Bool,
    written :: p -> String
  }

-- | The number of a node is its path: a digit a move, after a 1. No position here has more than nine moves.
onPaths :: (p -> [p]) -> (Int, p) -> [(Int, p)]
onPaths f (path, p) = zip [10 * path + 1 ..] (f p)

tictactoe :: String -> Game String
tictactoe board = Game (1, board) player (onPaths next) won (const False) id
  where
    player = toMove board
    toMove b = if count 'X' b == count 'O' b then Max else Min
    count mark = length . filter (== mark)
    next b
      | won b /= 0 = []
      | otherwise =
          [ take square b ++ [mark] ++ drop (square + 1) b
            | let mark = if toMove b == Max then 'X' else 'O',
              (square, '.') <- zip [0 ..] b
          ]
    won :: String -> Int
    won b
      | any (all (== 'X')) (rows b) = 1
      | any (all (== 'O')) (rows b) = -1
      | otherwise = 0
    -- In X.O/.X./..O the rows begin at 0, 4 and 8.
    rows b = map (map (b !!)) [[0, 1, 2], [4, 5, 6], [8, 9, 10], [0, 4, 8], [1, 5, 9], [2, 6, 10], [0, 5, 10], [2, 5, 8]]

nim :: ([Int], Player) -> Game ([Int], Player)
nim begin = Game (1, begin) (snd begin) (onPaths next) winner (const False) text
  where
    next (heaps, player) = map (\to -> (to, other player)) (takes heaps)
    takes [] = []
    takes (heap : rest) = [left : rest | left <- [heap - 1, heap - 2 .. 0]] ++ map (heap :) (takes rest)
    -- Who moves loses exactly if every binary digit occurs in an even number of heaps.
    winner (heaps, player) = if (player == Max) == all (even' heaps) [1, 2, 4, 8] then -1 else 1
    even' heaps digit = even (length (filter (\heap -> odd (heap `div` digit)) heaps))
    text (heaps, player) = intercalate "," (map show heaps) ++ (if player == Min then " min" else "")
    other Max = Min
    other Min = Max

-- | A tree with a static value at each node, of which some are dynamic.
data Position = Position {node :: Int, at :: Int, unquiet :: Bool, subtrees :: [Position]}

explicit :: Player -> Position -> Game Position
explicit player root = Game (0, root) player next at unquiet (const "")
  where
    next (_, p) = [(node child, child) | child <- subtrees p]

-- | A tree in Plyscope's JSON; a dynamic position is labelled so.
json :: Position -> String
json (Position _ v False []) = show v
json (Position _ v dynamic sub) =
  "{\"value\":" ++ show v ++ (if dynamic then ",\"label\":\"dynamic\"" else "") ++ children ++ "}"
  where
    children = if null sub then "" else ",\"children\":[" ++ intercalate "," (map json sub) ++ "]"

-- | Random numbers, by the generator of Park and Miller.
type Random = Int

draw :: Int -> Random -> (Int, Random)
draw bound state = (next `div` 7 `mod` bound, next)
  where
    next = state * 16807 `mod` 2147483647

-- | A tree of at most this height with up to so many children a node, its values from -spread to spread.
randomTree :: Int -> Int -> Int -> Random -> (Position, Random)
randomTree height most spread seed = let (tree, _, after) = grow height (0, seed) in (tree, after)
  where
    grow h (here, s0) = (Position here (v - spread) (d == 0) sub, after, s)
      where
        (v, s1) = draw (2 * spread + 1) s0
        (d, s2) = draw 4 s1
        (fanout, s3) = draw (most + 1) s2
        -- The root has children, and in most trees the nodes below it.
        wanted = if h == 0 then 0 else if h == height then max 2 fanout else fanout
        (sub, after, s) = several wanted (h - 1) (here + 1, s3)
    several 0 _ (next, s) = ([], next, s)
    several k h from =
      let (tree, next, s) = grow h from
          (rest, next', s') = several (k - 1 :: Int) h (next, s)
       in (tree : rest, next', s')

-- * Pipelines

-- | @prune@, @dynamic@, @highfirst@, @taketree@, and whether @maximise'@ rather than @maximise@.
data Pipeline = Pipeline (Maybe Int) Bool Bool (Maybe Int) Bool

-- | @evaluate = max . maximise' . taketree k . highfirst . maptree static . prune n . gametree@ with the stages that are wanted;
-- where MIN moves first, its mirror image.
evaluate :: Game p -> Pipeline -> Label
evaluate game (Pipeline n dynamic high k lazy) = optimum . leaves . take' . sort' . maptree (static game) . prune' $ gametree
  where
    gametree = reptree (moves game) (start game)
    prune' = maybe id (prune (\(_, p) -> dynamic && isDynamic game p)) n
    sort' = if high then forPlayer highfirst lowfirst else id
    take' = maybe id taketree k
    optimum = if lazy then forPlayer (maximum . maximise') (minimum . minimise') else forPlayer maximise minimise
    forPlayer forMax forMin = if mover game == Max then forMax else forMin

run :: Bool -> Game p -> Pipeline -> IO String
run isTree game pipeline = do
  mapM_ (`writeIORef` IntMap.empty) [computed, ordered, evaluated]
  let result = value (evaluate game pipeline)
  result `seq` return ()
  [c, o, e] <- mapM readIORef [computed, ordered, evaluated]
  let optional = maybe "null" show
      flag on = if on then "1" else "0"
      which = if isTree then show (IntMap.keys e) else show (sum (IntMap.elems e))
      counts = [show result, show (IntMap.size e), show (IntMap.size o), show (IntMap.size c), which]
      Pipeline n dynamic high k lazy = pipeline
  return ("[" ++ intercalate "," ([optional n, flag dynamic, flag high, optional k, flag lazy] ++ counts) ++ "]")

output :: [String] -> Bool -> Game p -> [Pipeline] -> IO ()
output fields isTree game pipelines = do
  runs <- mapM (run isTree game) pipelines
  putStrLn ("{" ++ intercalate "," fields ++ ",\"runs\":[" ++ intercalate "," runs ++ "]}")

main :: IO ()
main = do
  mapM_ tictactoeRuns boards
  mapM_ nimRuns [([3, 2, 1], Max), ([2, 3], Min), ([1, 1, 1, 1], Max), ([4], Min), ([0], Max), ([2, 2, 2], Max), ([1, 4, 2], Min)]
  trees (60 :: Int) 20240229
  where
    field name text = "\"" ++ name ++ "\":" ++ text
    tictactoeRuns board =
      let empty = length (filter (== '.') board)
          -- maximise on the whole tree of nearly a million nodes tells no more than on what is near.
          wanted lazy n = lazy || min n empty <= 6
       in output [field "game" "\"tictactoe\"", field "position" (show board)] False (tictactoe board) $
            [ Pipeline (Just n) False high k lazy
              | n <- [0 .. min 9 (empty + 1)],
                high <- [False, True],
                k <- Nothing : map Just [1 .. 4],
                lazy <- [False, True],
                wanted lazy n
            ]
    nimRuns begin =
      let game = nim begin
       in output [field "game" "\"nim\"", field "position" (show (written game begin))] False game $
            [ Pipeline n False high k lazy
              | n <- Nothing : map Just [0, 1, 2, 3, 5, 8],
                high <- [False, True],
                k <- [Nothing, Just 1, Just 2, Just 3],
                lazy <- [False, True]
            ]
    trees 0 _ = return ()
    trees count seed = do
      let height = 2 + count `mod` 6
          most = 2 + count `mod` 3
          spread = if even count then 3 else 40
          (tree, seed') = randomTree height most spread seed
          player = if count `mod` 3 == 0 then Min else Max
          pick (a, s) = let (b, s') = draw 2 s in (b : a, s')
          pipelines = take 14 (choose seed')
          choose s =
            let (n, s1) = draw (height + 1) s
                (flags, s2) = iterate pick ([], s1) !! 3
                (k, s3) = draw 5 s2
                [dynamic, high, lazy] = map (== 1) flags
                -- A tree cut off nowhere goes on below what is dynamic anyway.
                cut = if n == height then Nothing else Just n
             in Pipeline cut (dynamic && cut /= Nothing) high (if k == 0 then Nothing else Just k) lazy : choose s3
          root = if player == Max then "\"max\"" else "\"min\""
      output [field "root" root, field "tree" (json tree)] True (explicit player tree) pipelines
      trees (count - 1) seed'

boards :: [String]
boards =
  [ ".../.../...",
    "X../.../...",
    ".../.X./...",
    "XO./.../...",
    "X../.O./...",
    "XO./.X./...",
    "X../.O./..X",
    "XOX/.../...",
    "XOX/.O./...",
    "X.O/.X./..O",
    "XO./OX./...",
    "XOX/O../X..",
    "XOX/OXO/...",
    "XOX/.XO/O.X",
    "XOX/XOO/.X.",
    "XOX/OXO/OX.",
    "XOX/XOO/OXX",
    "XXX/OO./...",
    "XX./OOO/X.."
  ]
