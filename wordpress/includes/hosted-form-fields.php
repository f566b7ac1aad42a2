<?php
/**
 * The fields of a form that was made in the console, and a check of the service's description of it: whatever is at the
 * service's address must not break a page.
 *
 * @package Tidings
 */

namespace Tidings;

defined( 'ABSPATH' ) || exit;

/** Texts of a view. */
const VIEW_TEXTS = array( 'title', 'intro', 'text', 'notice', 'help', 'consent', 'button', 'label', 'issue', 'again', 'url' );

/**
 * What the service wants to be shown, complete and with the right types.
 *
 * @param mixed $given Anything.
 * @return array|null Null where it is nothing to show.
 */
function clean_view( $given ) {
	if ( ! is_array( $given ) || ! in_array( $given['kind'] ?? null, array( 'form', 'code', 'confirmed', 'closed', 'limited', 'refused' ), true ) ) {
		return null;
	}
	$view = array(
		'kind'   => $given['kind'],
		'locale' => text_of( $given, 'locale' ),
		'dir'    => 'rtl' === text_of( $given, 'dir' ) ? 'rtl' : 'ltr',
		'hidden' => texts_of( $given['hidden'] ?? null ),
		'issues' => texts_of( $given['issues'] ?? null ),
		'trap'   => texts_of( $given['trap'] ?? null ) + array(
			'name'  => 'website',
			'label' => '',
		),
		'groups' => clean_groups( $given['groups'] ?? null ),
		'inputs' => array(),
	);
	foreach ( VIEW_TEXTS as $name ) {
		$view[ $name ] = text_of( $given, $name );
	}
	foreach ( is_array( $given['inputs'] ?? null ) ? $given['inputs'] : array() as $input ) {
		if ( is_array( $input ) && preg_match( '/^[A-Za-z][\w-]{0,70}$/D', text_of( $input, 'name' ) ) ) {
			$view['inputs'][] = array(
				'name'         => text_of( $input, 'name' ),
				'label'        => text_of( $input, 'label' ),
				'note'         => text_of( $input, 'note' ),
				'hint'         => text_of( $input, 'hint' ),
				'type'         => text_of( $input, 'type' ),
				'required'     => ! empty( $input['required'] ),
				'autocomplete' => text_of( $input, 'autocomplete' ),
				'choices'      => array_values( texts_of( $input['choices'] ?? null ) ),
			);
		}
	}
	return $view;
}

/**
 * A string from an array.
 *
 * @param array  $given Map.
 * @param string $name  Key.
 * @return string '' for everything else.
 */
function text_of( $given, $name ) {
	return isset( $given[ $name ] ) && is_string( $given[ $name ] ) ? $given[ $name ] : '';
}

/**
 * The strings in an array.
 *
 * @param mixed $given Anything.
 * @return string[]
 */
function texts_of( $given ) {
	return is_array( $given ) ? array_filter( $given, 'is_string' ) : array();
}

/**
 * The groups to choose from.
 *
 * @param mixed $given Anything.
 * @return array|null Keys `label`, `checked` and `items`; null: there is no choice.
 */
function clean_groups( $given ) {
	if ( ! is_array( $given ) || ! is_array( $given['items'] ?? null ) ) {
		return null;
	}
	$items = array();
	foreach ( $given['items'] as $item ) {
		if ( is_array( $item ) && is_int( $item['id'] ?? null ) ) {
			$items[] = array(
				'id'   => $item['id'],
				'name' => text_of( $item, 'name' ),
			);
		}
	}
	return array(
		'label'   => text_of( $given, 'label' ),
		'checked' => ! empty( $given['checked'] ),
		'items'   => $items,
	);
}

/**
 * The error of a field, if there is one. The first of them gets the focus.
 *
 * @param array       $view  See clean_view().
 * @param string      $name  Name of a field.
 * @param string|null $first Name of the first that is wrong.
 * @param string      $id    Id of the form.
 * @return array Keys `id`, `issue` and `is_first`.
 */
function state_of( $view, $name, $first, $id ) {
	return array(
		'id'       => $id . '-' . $name,
		'issue'    => $view['issues'][ $name ] ?? '',
		'is_first' => $name === $first,
	);
}

/**
 * Attributes of a field in its state.
 *
 * @param array $state See state_of().
 */
function show_state_of( $state ) {
	if ( '' !== $state['issue'] ) {
		echo ' aria-invalid="true" aria-describedby="' . esc_attr( $state['id'] ) . '-issue"';
	}
	if ( ! empty( $state['is_first'] ) ) {
		echo ' autofocus';
	}
}

/**
 * The sentence below a field.
 *
 * @param array $state See state_of().
 */
function show_issue( $state ) {
	if ( '' !== $state['issue'] ) {
		echo '<p class="tidings-subscribe__issue" id="' . esc_attr( $state['id'] ) . '-issue">' . esc_html( $state['issue'] ) . '</p>';
	}
}

/**
 * One field with its label.
 *
 * @param array  $input Of clean_view().
 * @param string $value What was typed before.
 * @param array  $state See state_of().
 */
function show_hosted_input( $input, $value, $state ) {
	if ( 'yes_no' === $input['type'] ) {
		show_box( $input['name'], $input['label'], '' !== $value, $input['required'], $state );
		return;
	}
	$type = in_array( $input['type'], array( 'tel', 'date' ), true ) ? $input['type'] : 'text';
	echo '<div class="tidings-subscribe__field"><label for="' . esc_attr( $state['id'] ) . '"><span dir="auto">' . esc_html( $input['label'] ) . '</span>';
	if ( '' !== $input['note'] ) {
		echo ' <span class="tidings-subscribe__hint">' . esc_html( $input['note'] ) . '</span>';
	}
	echo '</label>';
	if ( '' !== $input['hint'] ) {
		echo '<span class="tidings-subscribe__hint">' . esc_html( $input['hint'] ) . '</span>';
	}
	echo $input['choices'] ? '<select' : '<input type="' . esc_attr( $type ) . '" value="' . esc_attr( $value ) . '" maxlength="1000" dir="' . esc_attr( 'tel' === $type ? 'ltr' : 'auto' ) . '"';
	echo ' id="' . esc_attr( $state['id'] ) . '" name="tidings_value[' . esc_attr( $input['name'] ) . ']"';
	if ( '' !== $input['autocomplete'] ) {
		echo ' autocomplete="' . esc_attr( $input['autocomplete'] ) . '"';
	}
	if ( $input['required'] ) {
		echo ' required';
	}
	show_state_of( $state );
	echo '>';
	if ( $input['choices'] ) {
		foreach ( $input['choices'] as $choice ) {
			echo '<option value="' . esc_attr( $choice ) . '"' . selected( $choice, $value, false ) . '>' . esc_html( $choice ) . '</option>'; // phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped -- selected() prints an attribute.
		}
		echo '</select>';
	}
	show_issue( $state );
	echo '</div>';
}

/**
 * A checkbox with its sentence.
 *
 * @param string $name        Name.
 * @param string $label       Sentence.
 * @param bool   $is_on       Whether it is ticked.
 * @param bool   $is_required Whether it must be.
 * @param array  $state       See state_of().
 */
function show_box( $name, $label, $is_on, $is_required, $state ) {
	echo '<div><label class="tidings-subscribe__choice"><input type="checkbox" name="tidings_value[' . esc_attr( $name ) . ']" value="yes" ' . checked( $is_on, true, false );
	if ( $is_required ) {
		echo ' required';
	}
	show_state_of( $state );
	echo '> <span class="tidings-subscribe__words" dir="auto">' . esc_html( $label ) . '</span></label>';
	show_issue( $state );
	echo '</div>';
}
