% An independent GDL reasoner: the rules are translated to Prolog literal by literal and run by SWI-Prolog.
% It shares nothing with Agon, not even the reader, so that an agreement between the two means something.
%
%   swipl oracle.pl perft   FILE DEPTH            node counts, terminals and goal sums per depth
%   swipl oracle.pl playout FILE SEED [MAXSTEPS]  one random match, readable
%   swipl oracle.pl trace   FILE SEED MATCHES MAXSTEPS   random matches in the recorded-trace format (one JSON object a line)
%   swipl oracle.pl bench   FILE SEED SECONDS [none]     random matches against the clock; 'none' switches tabling off
%   swipl oracle.pl first   FILE                  time to the first legal moves
%
% Only the order of body literals is changed: `not` and `distinct` wait until their variables are bound, as the
% semantics of GDL (not Prolog's order) demands. Relations on a dependency cycle are tabled, so that they terminate.

:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(library(random)).
:- use_module(library(assoc)).
:- use_module(library(readutil)).
:- use_module(library(ugraphs)).

:- dynamic 'g true'/1, 'g does'/2, option_no_tabling/0, goal_seen/0.

% ---------------------------------------------------------------------------------------------------------------
% Reading prefix KIF

read_kif(File, Forms) :-
    read_file_to_codes(File, Codes, [encoding(utf8)]),
    phrase(tokens(Tokens), Codes),
    forms(Tokens, Forms).

tokens(Ts) --> [C], { C =< 0' }, !, tokens(Ts).
tokens(Ts) --> ";", !, line_rest, tokens(Ts).
tokens(['('|Ts]) --> "(", !, tokens(Ts).
tokens([')'|Ts]) --> ")", !, tokens(Ts).
tokens([sym(A)|Ts]) --> sym_codes([C|Cs]), !, { atom_codes(A0, [C|Cs]), downcase_atom(A0, A) }, tokens(Ts).
tokens([]) --> [].

line_rest --> [C], { C \== 0'\n, C \== 0'\r }, !, line_rest.
line_rest --> [].

sym_codes([C|Cs]) --> [C], { C > 0' , C \== 0'(, C \== 0'), C \== 0'; }, !, sym_codes_rest(Cs).
sym_codes_rest(Cs) --> sym_codes(Cs), !.
sym_codes_rest([]) --> [].

forms([], []) :- !.
forms(Tokens, [F|Fs]) :- form(Tokens, F, Rest), forms(Rest, Fs).

form([sym(A)|T], A, T).
form(['('|T], list(L), Rest) :- form_list(T, L, Rest).
form_list([')'|T], [], T) :- !.
form_list(T, [F|Fs], Rest) :- form(T, F, T1), form_list(T1, Fs, Rest).

% ---------------------------------------------------------------------------------------------------------------
% Forms to clauses. Relation p becomes 'g p', so that no rule sheet can clash with a built-in predicate.

clause_of(list(['<=', H|Bs]), (Head :- Body)) :- !,
    empty_assoc(V0),
    atom_form(H, Head, V0, V1),
    body_forms(Bs, Ls, V1, _),
    conjunction(Ls, Body, [], _).
clause_of(F, Head) :- empty_assoc(V0), atom_form(F, Head, V0, _).

atom_form(list([P|Args]), Atom, V0, V) :- !,
    atom_concat('g ', P, Name), term_forms(Args, Ts, V0, V), Atom =.. [Name|Ts].
atom_form(P, Atom, V, V) :- atom_concat('g ', P, Atom).

term_forms([], [], V, V).
term_forms([F|Fs], [T|Ts], V0, V) :- term_form(F, T, V0, V1), term_forms(Fs, Ts, V1, V).

term_form(list([A]), T, V0, V) :- !, term_form(A, T, V0, V).
term_form(list([F|Args]), T, V0, V) :- !, term_forms(Args, Ts, V0, V), T =.. [F|Ts].
term_form(A, T, V0, V) :- sub_atom(A, 0, 1, _, ?), !,
    (   get_assoc(A, V0, T) -> V = V0 ; put_assoc(A, V0, T, V) ).
term_form(A, A, V, V).

body_forms([], [], V, V).
body_forms([F|Fs], [L|Ls], V0, V) :- body_form(F, L, V0, V1), body_forms(Fs, Ls, V1, V).

body_form(list([not, F]), not(L), V0, V) :- !, body_form(F, L, V0, V).
body_form(list([and|Fs]), and(Ls), V0, V) :- !, body_forms(Fs, Ls, V0, V).
body_form(list([or|Fs]), or(Ls), V0, V) :- !, body_forms(Fs, Ls, V0, V).
body_form(list([distinct, A, B]), distinct(X, Y), V0, V) :- !, term_form(A, X, V0, V1), term_form(B, Y, V1, V).
body_form(F, pos(A), V0, V) :- atom_form(F, A, V0, V).

% conjunction(+Literals, -Goal, +Bound, -BoundAfter): the first literal that is ready goes first.
conjunction([], true, B, B) :- !.
conjunction(Ls, Goal, B0, B) :-
    (   select_ready(Ls, B0, L, Rest) -> true ; Ls = [L|Rest] ),
    goal_of(L, G, B0, B1),
    (   Rest == [] -> Goal = G, B = B1
    ;   Goal = (G, Gs), conjunction(Rest, Gs, B1, B) ).

select_ready([L|Ls], B, L, Ls) :- needs(L, Vs), all_in(Vs, B), !.
select_ready([L|Ls], B, R, [L|Rest]) :- select_ready(Ls, B, R, Rest).

needs(pos(_), []).
needs(not(L), Vs) :- lit_vars(L, Vs).
needs(distinct(X, Y), Vs) :- term_variables(X-Y, Vs).
needs(and(Ls), Vs) :- needs_all(Ls, Vs0), provides(and(Ls), P), exclude(in(P), Vs0, Vs).
needs(or(Ls), Vs) :- maplist(needs_branch, Ls, Vss), append(Vss, Vs).
needs_branch(L, Vs) :- needs(L, Vs0), provides(L, P), exclude(in(P), Vs0, Vs).
needs_all(Ls, Vs) :- maplist(needs, Ls, Vss), append(Vss, Vs).

provides(pos(A), Vs) :- !, term_variables(A, Vs).
provides(and(Ls), Vs) :- !, maplist(provides, Ls, Vss), append(Vss, Vs).
provides(or([L]), Vs) :- !, provides(L, Vs).
provides(or([L|Ls]), Vs) :- !, provides(L, V1), provides(or(Ls), V2), include(in(V2), V1, Vs).
provides(_, []).

lit_vars(pos(A), Vs) :- term_variables(A, Vs).
lit_vars(not(L), Vs) :- lit_vars(L, Vs).
lit_vars(distinct(X, Y), Vs) :- term_variables(X-Y, Vs).
lit_vars(and(Ls), Vs) :- maplist(lit_vars, Ls, Vss), append(Vss, Vs).
lit_vars(or(Ls), Vs) :- maplist(lit_vars, Ls, Vss), append(Vss, Vs).

in(Vs, V) :- member(W, Vs), W == V, !.
all_in([], _).
all_in([V|Vs], B) :- in(B, V), all_in(Vs, B).

goal_of(pos(A), A, B0, B) :- term_variables(A, Vs), append(Vs, B0, B).
goal_of(not(L), \+ G, B, B) :- goal_of(L, G, B, _).
goal_of(distinct(X, Y), X \== Y, B, B).
goal_of(and(Ls), G, B0, B) :- conjunction(Ls, G, B0, B).
goal_of(or(Ls), G, B0, B) :-
    branches(Ls, G, B0), provides(or(Ls), Vs), append(Vs, B0, B).
branches([], fail, _).
branches([L], G, B) :- !, goal_of(L, G, B, _).
branches([L|Ls], (G ; Gs), B) :- goal_of(L, G, B, _), branches(Ls, Gs, B).

% ---------------------------------------------------------------------------------------------------------------
% Loading: declare, table what is recursive, assert, compile.

load(File) :-
    read_kif(File, Forms),
    maplist(clause_of, Forms, Clauses),
    findall(PI, (member(C, Clauses), head_pi(C, PI)), Heads0),
    findall(PI, (member((_ :- B), Clauses), body_pi(B, PI)), Bodies0),
    sort(Heads0, Heads), sort(Bodies0, Bodies),
    findall(P-Q, (member((H :- B), Clauses), head_pi(H, P), body_pi(B, Q)), Edges),
    vertices_edges_to_ugraph(Heads, Edges, Graph),
    transitive_closure(Graph, Closure),
    append(Heads, Bodies, All0), sort(All0, All),
    append(All, ['g role'/1, 'g init'/1, 'g legal'/2, 'g next'/1, 'g terminal'/0, 'g goal'/2], All1), sort(All1, Declared0),
    subtract(Declared0, ['g true'/1, 'g does'/2], Declared),
    maplist(declare(Closure), Declared),
    maplist(assertz, Clauses),
    subtract(Heads, ['g true'/1, 'g does'/2], Static),
    (   compile_predicates(Static) -> true ; true ).

declare(Closure, PI) :-
    dynamic(PI),
    (   \+ option_no_tabling, neighbours(PI, Closure, Reach), memberchk(PI, Reach)
    ->  table(PI), asserta(goal_seen)
    ;   true ).

head_pi((H :- _), N/A) :- !, functor(H, N, A).
head_pi(H, N/A) :- functor(H, N, A).
body_pi((A, B), PI) :- !, ( body_pi(A, PI) ; body_pi(B, PI) ).
body_pi((A ; B), PI) :- !, ( body_pi(A, PI) ; body_pi(B, PI) ).
body_pi(\+ A, PI) :- !, body_pi(A, PI).
body_pi(_ \== _, _) :- !, fail.
body_pi(true, _) :- !, fail.
body_pi(fail, _) :- !, fail.
body_pi(A, N/Ar) :- functor(A, N, Ar).

% ---------------------------------------------------------------------------------------------------------------
% The five questions

roles(Rs) :- findall(R, 'g role'(R), Rs0), list_to_set(Rs0, Rs).
initial(S) :- set_state([]), findall(F, 'g init'(F), Fs), sort(Fs, S).
set_state(S) :-
    retractall('g true'(_)), retractall('g does'(_, _)),
    forall(member(F, S), assertz('g true'(F))), forget.
forget :- ( goal_seen -> abolish_all_tables ; true ).
legal(R, Ms) :- findall(M, 'g legal'(R, M), Ms0), sort(Ms0, Ms).
terminal :- \+ \+ 'g terminal'.
goals(R, Vs) :- findall(V, 'g goal'(R, V), Vs0), sort(Vs0, Vs).
successor(Rs, Ms, S) :-
    retractall('g does'(_, _)),
    maplist(assert_does, Rs, Ms),
    forget,
    findall(F, 'g next'(F), Fs), sort(Fs, S),
    retractall('g does'(_, _)).

assert_does(R, M) :- assertz('g does'(R, M)).

goal_number([V], N) :- atom_number(V, N), !.
goal_number([V], V) :- number(V), !.
goal_number(_, none).

% ---------------------------------------------------------------------------------------------------------------
% Commands

perft(File, Depth) :-
    load(File), roles(Rs), initial(S0),
    forall(between(1, Depth, D),
           ( perft_sum(D, Rs, S0, N, T, Gs), format("~w ~w ~w ~w~n", [D, N, T, Gs]), flush_output )).

perft_sum(D, Rs, S, N, T, Gs) :-
    length(Rs, K), length(Zero, K), maplist(=(0), Zero),
    Acc = acc(0, 0, Zero),
    walk(D, Rs, S, Acc),
    Acc = acc(N, T, Gs).

walk(0, Rs, S, Acc) :- !,
    set_state(S),
    arg(1, Acc, N0), N is N0 + 1, nb_setarg(1, Acc, N),
    (   terminal
    ->  arg(2, Acc, T0), T is T0 + 1, nb_setarg(2, Acc, T),
        arg(3, Acc, G0), maplist(add_goal, Rs, G0, G), nb_setarg(3, Acc, G)
    ;   true ).
walk(D, Rs, S, Acc) :-
    set_state(S),
    (   terminal -> true
    ;   maplist(legal, Rs, Mss), D1 is D - 1,
        forall(joint(Mss, Ms),
               ( set_state(S), successor(Rs, Ms, S1), walk(D1, Rs, S1, Acc) )) ).

add_goal(R, G0, G) :- goals(R, Vs), goal_number(Vs, N), ( number(N) -> G is G0 + N ; G = G0 ).
joint([], []).
joint([Ms|Mss], [M|Js]) :- member(M, Ms), joint(Mss, Js).

playout(File, Seed, Max) :-
    load(File), roles(Rs), initial(S0), set_random(seed(Seed)),
    show_match(0, Max, Rs, S0).

show_match(I, Max, Rs, S) :-
    set_state(S), maplist(kif, S, Ks), atomic_list_concat(Ks, ' ', Text), format("~w: ~w~n", [I, Text]),
    (   terminal
    ->  forall(member(R, Rs), ( goals(R, Vs), format("goal ~w ~w~n", [R, Vs]),
            ( Vs = [_] -> true ; format("COMPLAINT: ~w has goals ~w~n", [R, Vs]) ) ))
    ;   I >= Max -> format("not over after ~w steps~n", [I])
    ;   maplist(legal, Rs, Mss),
        (   member([], Mss) -> format("COMPLAINT: a role has no legal move: ~w~n", [Mss])
        ;   maplist(random_member, Ms, Mss), maplist(length, Mss, Ls), maplist(kif, Ms, Mk),
            format("   legal ~w, joint move ~w~n", [Ls, Mk]),
            successor(Rs, Ms, S1), I1 is I + 1, show_match(I1, Max, Rs, S1) ) ).

trace(File, Seed, Matches, Max) :-
    load(File), roles(Rs), initial(S0), set_random(seed(Seed)), Last is Matches - 1,
    forall(between(0, Last, P), trace_match(P, 0, Max, Rs, S0)).

trace_match(P, I, Max, Rs, S) :-
    set_state(S), length(S, N), hash(S, H),
    format("{\"playout\":~w,\"step\":~w,\"fluents\":~w,\"state\":\"~w\"", [P, I, N, H]),
    (   terminal
    ->  maplist(json_goal, Rs, Gs),
        format(",\"terminal\":true,\"goals\":~w}~n", [Gs])
    ;   maplist(legal, Rs, Mss), maplist(json_legal, Mss, Ts),
        atomic_list_concat(Ts, ',', Legal), format(",\"terminal\":false,\"legal\":[~w]", [Legal]),
        (   ( I >= Max ; member([], Mss) )
        ->  format(",\"cut\":true}~n")
        ;   maplist(random_member, Ms, Mss), maplist(json_move, Ms, Qs),
            atomic_list_concat(Qs, ',', Joint), format(",\"move\":[~w]}~n", [Joint]),
            successor(Rs, Ms, S1), I1 is I + 1, trace_match(P, I1, Max, Rs, S1) ) ).

json_goal(R, G) :- goals(R, Vs), goal_number(Vs, N), ( number(N) -> G = N ; G = null ).
json_legal(Ms, T) :- length(Ms, L), hash(Ms, H), format(atom(T), "{\"count\":~w,\"hash\":\"~w\"}", [L, H]).
json_move(M, Q) :- kif(M, K), format(atom(Q), "\"~w\"", [K]).

bench(File, Seed, Seconds) :-
    load(File), roles(Rs), initial(S0), set_random(seed(Seed)),
    statistics(cputime, T0), End is T0 + Seconds, Count = count(0, 0),
    repeat, bench_match(Rs, S0, Count, End, 0), statistics(cputime, T1), T1 >= End, !,
    Count = count(States, Matches), Used is T1 - T0, Rate is States / Used,
    format("{\"states\":~w,\"matches\":~w,\"seconds\":~4f,\"states_per_second\":~1f}~n", [States, Matches, Used, Rate]).

% A state counts once its successor was made; legal moves of every role, the terminal test and, at the end, goals are part of the work.
bench_match(Rs, S, Count, End, I) :-
    set_state(S),
    (   terminal -> maplist(goals, Rs, _), arg(2, Count, M0), M is M0 + 1, nb_setarg(2, Count, M)
    ;   I >= 1000 -> true
    ;   I /\ 7 =:= 0, statistics(cputime, T), T >= End -> true
    ;   maplist(legal, Rs, Mss),
        (   member([], Mss) -> true
        ;   maplist(random_member, Ms, Mss), successor(Rs, Ms, S1),
            arg(1, Count, N0), N is N0 + 1, nb_setarg(1, Count, N), I1 is I + 1,
            bench_match(Rs, S1, Count, End, I1) ) ).

first(File) :-
    statistics(walltime, [T0, _]), load(File), roles(Rs), initial(S0), set_state(S0), maplist(legal, Rs, Mss),
    statistics(walltime, [T1, _]), Ms is T1 - T0, maplist(length, Mss, Ls), format("~w ms, legal ~w~n", [Ms, Ls]).

% ---------------------------------------------------------------------------------------------------------------
% Terms in prefix form, and the FNV-1a hash of a set of them

kif(T, T) :- atomic(T), !.
kif(T, A) :- T =.. [F|As], maplist(kif, As, Ks), atomic_list_concat([F|Ks], ' ', B), format(atom(A), "(~w)", [B]).

hash(Terms, Hex) :-
    maplist(kif, Terms, Ks0), sort(Ks0, Ks),
    foldl(hash_text, Ks, 0xcbf29ce484222325, H), format(atom(Hex), "~|~`0t~16r~16+", [H]).
hash_text(K, H0, H) :- atom_codes(K, Cs), foldl(hash_byte, Cs, H0, H1), hash_byte(10, H1, H).
hash_byte(C, H0, H) :- H is ((H0 xor C) * 0x100000001b3) /\ 0xffffffffffffffff.

main([perft, File, D]) :- !, atom_number(D, N), perft(File, N).
main([playout, File, S]) :- !, main([playout, File, S, '1000']).
main([playout, File, S, M]) :- !, atom_number(S, Seed), atom_number(M, Max), playout(File, Seed, Max).
main([trace, File, S, N, M]) :- !, maplist(atom_number, [S, N, M], [Seed, Matches, Max]), trace(File, Seed, Matches, Max).
main([bench, File, S, T]) :- !, atom_number(S, Seed), atom_number(T, Secs), bench(File, Seed, Secs).
main([bench, File, S, T, none]) :- !, assertz(option_no_tabling), main([bench, File, S, T]).
main([first, File]) :- !, first(File).
main(_) :- format(user_error, "usage: oracle.pl perft|playout|trace|bench|first FILE ...~n", []), halt(2).

:- initialization(( current_prolog_flag(argv, Argv),
                    catch(main(Argv), E, ( print_message(error, E), halt(3) )), halt(0) ), main).
